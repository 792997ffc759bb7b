//! Streams: stages at a width, their schedules, layouts and permuters.
