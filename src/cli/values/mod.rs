//! Values of flags: how they are read, and how the canonical command writes them.

mod channels;
mod choices;
mod companions;
mod datapath;
mod deferred;
mod depths;
mod growth;
mod kernels;
mod license;
mod matrix;
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
pub use growth::MaxGrowth;
pub use license::License;
pub use matrix::{Entries, MatrixRule, Nodes};
pub use numbers::{config_word, seconds, whole};
pub use rate::Rate;
pub use region::Region;
pub use scale::Scaling;
pub use shape::shape;
pub use value::Canonical;
pub use word::Word;
