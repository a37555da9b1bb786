//! The `kubectl-omnia` program.

fn main() -> std::process::ExitCode {
    omnia::cli::main().into()
}
