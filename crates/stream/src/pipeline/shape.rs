//! The batches of a step's transforms in the beats of a frame.

/// The batches of a step's transforms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    /// Elements in a beat.
    pub lanes: usize,
    /// Beats of a batch.
    pub period: usize,
    /// Transforms of a batch.
    pub copies: usize,
    /// Batches of a frame.
    pub batches: usize,
}

/// Real operations of the largest batch whose schedule takes acceptable time.
const MAX_OPERATIONS: usize = 60_000;

/// Largest number of beats of a batch of few transforms, for each point of the radix.
const MAX_BEATS_PER_POINT: usize = 4;

impl Shape {
    /// Returns the cheapest batches for `transforms` transforms of `radix` points, of `operations` real
    /// operations each, in `interval` beats.
    ///
    /// If the width w divides the size, a batch is w/gcd(r, w) transforms of r points in r/gcd(r, w)
    /// beats on w lanes, and all beats are full. Otherwise the frame's last beat is not full, and a
    /// batch may need a lane more than the stream has.
    ///
    /// ```
    /// use fftgen_stream::pipeline::Shape;
    /// let shape = Shape::new(4, 5, 40, 5); // the DFT5s of 20 points, 4 a beat
    /// assert_eq!((shape.lanes, shape.period, shape.copies, shape.batches), (4, 5, 4, 1));
    /// ```
    pub fn new(transforms: usize, radix: usize, operations: usize, interval: usize) -> Self {
        let shapes = (1..=interval).map(|period| {
            let batches = (interval / period).min(transforms);
            let copies = transforms.div_ceil(batches);
            let (batches, lanes) = (transforms.div_ceil(copies), (copies * radix).div_ceil(period));
            Shape { lanes, period, copies, batches }
        });
        let best = Self::cheapest(shapes, operations);
        best.unwrap_or(Shape { lanes: radix, period: 1, copies: 1, batches: transforms })
    }

    /// Returns the cheapest batches of few transforms on lanes that divide the width, each of them full: between such
    /// stages lie permuters with short tables. Where there are none, any.
    ///
    /// ```
    /// use fftgen_stream::pipeline::Shape;
    /// let shape = Shape::for_few(3, 4, 16, 8, 4); // three DFT4s in 8 beats of a core of 4 points a beat
    /// assert_eq!((shape.lanes, shape.period, shape.copies, shape.batches), (2, 2, 1, 3));
    /// ```
    pub fn for_few(transforms: usize, radix: usize, operations: usize, interval: usize, width: usize) -> Self {
        let lanes = (1..=width).filter(|lanes| width % lanes == 0);
        let on_lanes = |lanes: usize| {
            let periods = (1..=MAX_BEATS_PER_POINT * radix).filter(move |period| lanes * period % radix == 0);
            periods.map(move |period| {
                let copies = lanes * period / radix;
                Shape { lanes, period, copies, batches: transforms.div_ceil(copies) }
            })
        };
        let fitting = lanes.flat_map(on_lanes).filter(|shape| shape.beats() <= interval);
        Self::cheapest(fitting, operations).unwrap_or_else(|| Self::new(transforms, radix, operations, interval))
    }

    /// Returns the cheapest shape for `operations` real operations in a transform.
    fn cheapest(shapes: impl Iterator<Item = Shape>, operations: usize) -> Option<Self> {
        // Operators, whose multiplexers cost more with each cycle of a batch, and lanes.
        let cost = |shape: &Shape| {
            let rate = shape.copies as f64 / shape.period as f64;
            let units = rate * operations as f64 * (1.0 + 0.03 * (shape.period as f64 - 1.0));
            let long = (shape.copies * operations).saturating_sub(MAX_OPERATIONS) as f64;
            units + 0.4 * shape.lanes as f64 + long
        };
        shapes.min_by(|a, b| cost(a).total_cmp(&cost(b)))
    }

    /// Beats of a frame.
    pub fn beats(&self) -> usize {
        self.period * self.batches
    }

    /// Returns batch, and slot within the batch, of point `position` of the transform that comes `rank`-th.
    pub fn slot(&self, rank: usize, position: usize, radix: usize) -> (usize, usize) {
        (rank / self.copies, rank % self.copies * radix + position)
    }
}
