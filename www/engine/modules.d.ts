declare module "*.wasm.gz?inline" {
  const address: string;
  export default address;
}
