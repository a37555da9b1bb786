//! The objects that the operator would create for an `AgentRuntime`.

pub mod operator;
