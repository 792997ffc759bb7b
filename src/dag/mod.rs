//! Kernels as graphs of real operations.
