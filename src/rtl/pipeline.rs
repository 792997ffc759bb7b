//! Cuts a combinational module into pipeline stages.
