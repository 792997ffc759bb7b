//! Values of flags: how they are read, and how the canonical command writes them.

mod channels;
mod choices;
mod companions;
mod datapath;
mod deferred;
mod depths;
mod family;
mod growth;
mod kernels;
mod license;
mod numbers;
mod orders;
mod precision;
mod rate;
mod region;
mod runtime;
mod scale;
mod shape;
mod sizes;
mod topology;
mod value;
mod word;

pub use channels::{channels, Channels};
pub use choices::{Memory, Resync, Subnormals};
pub use deferred::Deferred;
pub use family::Family;
pub use growth::MaxGrowth;
pub use license::License;
pub use numbers::{config_word, seconds, whole};
pub use rate::Rate;
pub use region::Region;
pub use scale::Scaling;
pub use shape::shape;
pub use value::Canonical;
pub use word::Word;
