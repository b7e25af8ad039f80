import packed from "./pkg/kanon_bg.wasm.gz?inline";
import { compiled } from "./unpacked";

/** Unpacks the core that is part of this script, so that nothing has to be fetched. */
export function compileCore(): Promise<WebAssembly.Module> {
  return compiled(packed);
}
