//! What cargo runs in place of a test that is compiled to WebAssembly: the runner of wasm-bindgen, of the version that
//! Cargo.lock names.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
