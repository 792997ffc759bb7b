//! The architecture of several sizes: frames choose their size, and share the stages of a chain.

use super::chain::SharedChain;
use super::lower::chain::shared_chain;
use super::lower::stage_inputs::FrameTags;
use super::route::SizeRoute;
use crate::arch::{Architecture, Flow, FrameSize, FrameTiming, OperatorSettings};
use crate::format::Numbers;
use crate::formula::Direction;
use crate::model::Model;
use crate::parts::{OperatorLibrary, Reset};
use crate::pipeline::{Pipeline, Stage, Units};
use crate::rtl::Module;
use crate::runtime::{Mode, Runtime};

/// A shared chain, and what frames choose.
pub struct MultiSize {
    chain: SharedChain,
    direction: Direction,
    runtime: Runtime,
}

impl MultiSize {
    /// A core with the stages of a chain; `None` where the chain has no size.
    pub fn new(chain: SharedChain, direction: Direction, runtime: Runtime) -> Option<Self> {
        (!chain.routes.is_empty()).then_some(MultiSize { chain, direction, runtime })
    }

    /// The route of a size; for a size that the core does not have, the route of the largest.
    fn route(&self, size: usize) -> &SizeRoute {
        let routes = &self.chain.routes;
        routes.iter().find(|route| route.size == size).unwrap_or(&routes[routes.len() - 1])
    }
}

impl Architecture for MultiSize {
    fn title(&self) -> String {
        self.chain.title(self.direction)
    }

    fn plan(&self) -> String {
        self.chain.plan()
    }

    fn pipeline(&self) -> &Pipeline {
        &self.route(self.chain.max_size()).pipeline
    }

    fn timing(&self, size: usize) -> FrameTiming {
        let route = self.route(size);
        FrameTiming { beats: [route.beats(); 2], interval: route.beats(), latency: self.chain.latency(route) }
    }

    fn sizes(&self) -> Vec<FrameSize<'_>> {
        let size = |(route, gap)| {
            let SizeRoute { size, pipeline, .. }: &SizeRoute = route;
            let radices = route.all_radices().filter(|radix| *radix > 1).collect();
            FrameSize { points: *size, pipeline, radices, gap }
        };
        self.chain.routes.iter().zip(self.chain.gap_table()).map(size).collect()
    }

    fn stages(&self) -> Vec<(&Stage, usize)> {
        self.chain.parts().collect()
    }

    fn flow(&self) -> Flow<'_> {
        Flow::Stages
    }

    fn units(&self) -> Units {
        self.chain.units()
    }

    fn memory_words(&self) -> usize {
        self.chain.memory_words()
    }

    fn lower(&self, name: &str, prefix: &str, settings: &OperatorSettings, _: Option<Reset>) -> Module {
        let OperatorSettings { format, depths, multiplier, tells_overflow } = *settings;
        let parts = self.chain.parts().map(|(part, _)| part);
        let operators = OperatorLibrary::for_stages(prefix, format, depths, multiplier, parts);
        let tags = FrameTags { runtime: &self.runtime, tells_overflow };
        shared_chain(name, prefix, &self.chain, self.direction, tags, &operators)
    }

    fn model<'a>(&'a self, numbers: Numbers<'a>, mode: Option<&Mode>) -> Model<'a> {
        match mode {
            None => Model::new(self.pipeline(), numbers),
            Some(mode) => Model::new(&self.route(mode.size).pipeline, numbers).asked(mode),
        }
    }
}
