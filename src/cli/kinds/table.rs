//! The kinds of cores, by the flags that choose among them.

use super::{array, chain, external, product, scaling, stream, CoreKind};
use crate::cli::args::Settings;
use crate::cli::values::{Arrays, Deferred, Memory};
use fftgen::Error;

/// Returns the kind of cores that the settings describe.
pub fn find(settings: &Settings) -> Result<Box<dyn CoreKind>, Error> {
    let memory = settings.memory.unwrap_or_default().0;
    let arrays = Deferred::optional(&settings.array)?;
    let is_product = is_product(settings);
    if let Some(text) = &settings.chain {
        return match other_computation(settings) {
            Some(flag) => Err(Error::Usage(format!(
                "{flag} and chain: each says what the core computes; leave --{flag} or --chain out"
            ))),
            None => Ok(Box::new(chain::ChainKind::new(text))),
        };
    }
    if is_product && !arrays.as_ref().is_some_and(|arrays| has_axes(arrays, settings)) {
        return Ok(Box::new(product::ProductKind::new(settings)?));
    }
    if let Some(macs) = settings.macs.filter(|_| !is_product) {
        return Err(Error::Usage(format!(
            "macs {macs} is about products with a matrix; add a matrix, as in --transform dct2, or leave --macs out"
        )));
    }
    let Some(arrays) = arrays else {
        return match (links_given(settings), memory) {
            (Some(flag), _) => Err(Error::Usage(format!(
                "{flag} is about links of an array; add an array, as in --array mesh:4x4, or leave --{flag} out"
            ))),
            (None, Memory::None) => Ok(Box::new(stream::Stream)),
            (None, Memory::Axi) => Ok(Box::new(external::External)),
        };
    };
    match memory {
        Memory::None if arrays.all().len() > 1 => Ok(Box::new(scaling::ScalingKind::new(arrays, settings)?)),
        Memory::None => Ok(Box::new(array::ArrayKind::new(arrays.single()?, settings)?)),
        Memory::Axi => Err(Error::Unsupported(format!(
            "memory axi and array {}: frames come by the links of an array; leave --memory or --array out",
            arrays.all()[0]
        ))),
    }
}

/// Whether products are those along each dimension of frames of several ones, which an array has spread. Cells have
/// batches of frames.
fn has_axes(arrays: &Arrays, settings: &Settings) -> bool {
    let has_dimensions = settings.size.is_some_and(|shape| shape.dimensions().len() > 1);
    has_dimensions && !arrays.is_systolic()
}

/// Whether the settings describe a product with a matrix, or a transform by such products.
pub fn is_product(settings: &Settings) -> bool {
    let arrays = Deferred::optional(&settings.array);
    let is_systolic = matches!(arrays, Ok(Some(arrays)) if arrays.is_systolic());
    is_systolic || settings.matrix.is_some() || settings.transform.is_some() || settings.points.is_some()
}

/// Returns a flag that says what a core computes beside a chain, and is given.
pub fn other_computation(settings: &Settings) -> Option<&'static str> {
    let flags = [
        ("array", settings.array.is_some()),
        ("memory", settings.memory.is_some_and(|memory| memory.0 == Memory::Axi)),
        ("matrix", settings.matrix.is_some()),
        ("transform", settings.transform.is_some()),
        ("points", settings.points.is_some()),
        ("macs", settings.macs.is_some()),
        ("sizes", settings.sizes.is_some()),
    ];
    let given = flags.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag);
    given.or_else(|| links_given(settings))
}

/// Returns a flag about links that is given.
fn links_given(settings: &Settings) -> Option<&'static str> {
    let flags = [
        ("link-bits", settings.link_bits.is_some()),
        ("hop", settings.hop.is_some()),
        ("exchange", settings.exchange.is_some()),
        ("steps", settings.steps.is_some()),
    ];
    flags.into_iter().find(|(_, is_given)| *is_given).map(|(flag, _)| flag)
}
