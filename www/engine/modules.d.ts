declare module "*.wasm.gz?inline" {
  const address: string;
  export default address;
}
declare module "*.wasm.gz?url" {
  const address: string;
  export default address;
}
