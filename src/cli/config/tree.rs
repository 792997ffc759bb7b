//! YAML as a tree, for files in which keys have more than values.

use super::yaml::{list_form, Events, Node};
use std::collections::HashMap;

/// What a key has.
pub enum Tree {
    /// A value, which may be absent.
    Value(Option<String>),
    List(Vec<Tree>),
    Mapping(Vec<Branch>),
}

/// Key with what it has.
pub struct Branch {
    pub key: String,
    pub line: usize,
    pub tree: Tree,
}

/// Reads the keys of a text, each once in its mapping. The error states the line.
pub fn tree(text: &str) -> Result<Vec<Branch>, String> {
    let mut events = Events::new(text);
    let branches = match events.next()? {
        (Node::End, _) => return Ok(vec![]),
        (Node::Scalar { value: None }, _) => vec![],
        (Node::Mapping, _) => branches(&mut events)?,
        (_, line) => return Err(format!("line {line}: a file has one key a line, as in size: 20")),
    };
    events.end()?;
    Ok(branches)
}

fn branches(events: &mut Events) -> Result<Vec<Branch>, String> {
    let (mut branches, mut lines) = (Vec::new(), HashMap::new());
    while let Some((key, line)) = events.key(&mut lines)? {
        let (node, at) = events.next()?;
        branches.push(Branch { key, line, tree: subtree(events, node, at)? });
    }
    Ok(branches)
}

/// Reads what begins with a node. Its depth is limited by that of the nodes.
fn subtree(events: &mut Events, node: Node, line: usize) -> Result<Tree, String> {
    match node {
        Node::Scalar { value } => Ok(Tree::Value(value)),
        Node::Mapping => Ok(Tree::Mapping(branches(events)?)),
        Node::List => {
            let mut list = Vec::new();
            loop {
                match events.next()? {
                    (Node::Close, _) => return Ok(Tree::List(list)),
                    (node, line) => list.push(subtree(events, node, line)?),
                }
            }
        }
        Node::Close | Node::End => Err(format!("line {line}: a value is missing")),
    }
}

impl Tree {
    /// Returns the text that the flag of a key would have, `None` where it is absent. The elements of a list are one
    /// text. The error says what else there is.
    pub fn value(self, key: &str) -> Result<Option<String>, String> {
        let [between, example] = list_form(key);
        let refused = || format!("{key} is one value, or a list of values as in {example}");
        match self {
            Tree::Value(value) => Ok(value),
            Tree::List(list) => {
                let texts = list.into_iter().map(|tree| match tree {
                    Tree::Value(value) => Ok(value),
                    Tree::List(_) | Tree::Mapping(_) => Err(refused()),
                });
                let texts: Vec<Option<String>> = texts.collect::<Result<_, _>>()?;
                Ok(Some(texts.into_iter().flatten().collect::<Vec<_>>().join(between)))
            }
            Tree::Mapping(_) => Err(refused()),
        }
    }
}
