//! Where the matrices of products come from.

use crate::cli::args::Settings;
use crate::cli::counts::counted;
use crate::cli::tables;
use crate::cli::values::{Deferred, Entries, MatrixRule, Nodes};
use fftgen::matrix::{LoadedNodes, Matrix};
use fftgen::Error;

/// Where the matrices of products come from: a rule for all dimensions of a frame, or a file for each of them.
pub enum Given {
    Entries(Vec<Entries>),
    Rule(MatrixRule),
    Nodes(Vec<Nodes>),
}

impl Given {
    /// Reads what the settings say about matrices. `None` if they say nothing.
    pub fn new(settings: &Settings) -> Result<Option<Self>, Error> {
        let entries = Deferred::list(&settings.matrix)?.map(Given::Entries);
        let rule = Deferred::optional(&settings.transform)?.map(Given::Rule);
        let nodes = Deferred::list(&settings.points)?.map(Given::Nodes);
        let mut given = [entries, rule, nodes].into_iter().flatten();
        match (given.next(), given.next()) {
            (first, None) => Ok(first),
            _ => Err(Error::Usage("matrix, transform and points each say which matrix it is; give one of them".into())),
        }
    }

    /// Whether a matrix or nodes come while the core runs.
    pub fn is_loaded(&self) -> bool {
        match self {
            Given::Rule(_) => false,
            Given::Entries(entries) => entries.iter().any(|entries| matches!(entries, Entries::Load(_))),
            Given::Nodes(nodes) => nodes.iter().any(|nodes| !matches!(nodes, Nodes::File(_))),
        }
    }

    /// Refuses a matrix or nodes of which nothing is known before the core runs, because a model needs them.
    pub fn check_known(&self) -> Result<(), Error> {
        let loaded = match self {
            Given::Rule(_) => None,
            Given::Entries(entries) => entries.iter().find_map(|entries| match entries {
                Entries::Load(rows) => Some(format!(
                    "matrix load:{rows}: the model needs the coefficients; give their file, as in --matrix a.npy"
                )),
                Entries::File(_) => None,
            }),
            Given::Nodes(nodes) => nodes.iter().find_map(|nodes| match nodes {
                Nodes::Load(count) => Some(format!(
                    "points load:{count}: the model needs the nodes; give their file, as in --points load:nodes.csv"
                )),
                Nodes::File(_) | Nodes::LoadFile(_) => None,
            }),
        };
        loaded.map_or(Ok(()), |what| Err(Error::Usage(what)))
    }

    /// Returns the nodes of frames of `points` points that come while the core runs. `None` for matrices.
    pub fn loaded_nodes(&self, points: usize) -> Result<Option<LoadedNodes>, Error> {
        let Given::Nodes(nodes) = self else { return Ok(None) };
        Ok(match &nodes[..] {
            [Nodes::Load(count)] => Some(LoadedNodes::Any(*count)),
            [Nodes::LoadFile(path)] => Some(LoadedNodes::Given(tables::nodes(path, points)?)),
            _ => None,
        })
    }

    /// Returns the matrices along dimensions of some lengths, that of the first dimension first.
    pub fn matrices(&self, lengths: &[usize]) -> Result<Vec<Matrix>, Error> {
        match self {
            Given::Rule(rule) => lengths.iter().map(|length| rule.matrix(*length)).collect(),
            Given::Entries(entries) => {
                check_count("matrix", entries.len(), lengths.len())?;
                let matrix = |(entries, length): (&Entries, &usize)| match entries {
                    Entries::Load(rows) => Ok(Matrix::Loaded { rows: *rows, columns: *length }),
                    Entries::File(path) => tables::matrix(path),
                };
                entries.iter().zip(lengths).map(matrix).collect()
            }
            Given::Nodes(nodes) => {
                check_count("points", nodes.len(), lengths.len())?;
                let matrix = |(nodes, length): (&Nodes, &usize)| match nodes {
                    Nodes::File(path) => Ok(Matrix::Nodes { size: *length, nodes: tables::nodes(path, *length)? }),
                    Nodes::Load(_) | Nodes::LoadFile(_) => Err(Error::Unsupported(
                        "points load: nodes that come at run time are those of frames of one dimension; give one \
                         length, or a file of nodes for each dimension"
                            .into(),
                    )),
                };
                nodes.iter().zip(lengths).map(matrix).collect()
            }
        }
    }
}

/// Refuses files that are not as many as dimensions.
fn check_count(flag: &str, files: usize, dimensions: usize) -> Result<(), Error> {
    if files == dimensions {
        return Ok(());
    }
    let files = counted(files, "file");
    Err(Error::Usage(match dimensions {
        1 => format!(
            "{flag}: {files} for frames of one dimension; give one file, or several dimensions and an array, as in \
             --array ring:4"
        ),
        _ => format!(
            "{flag}: {files} for frames of {dimensions} dimensions, along each of which there is a matrix; give \
             --{flag} {dimensions} times, \
             or once with commas between the files"
        ),
    }))
}
