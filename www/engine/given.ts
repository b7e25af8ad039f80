/** The module that a worker is given by whoever makes it. */

/** The first message to a worker. */
export interface Given {
  readonly module: WebAssembly.Module;
}

/** Waits for the module. */
export function givenModule(): Promise<WebAssembly.Module> {
  return new Promise((resolve) => {
    const take = ({ data }: MessageEvent<Partial<Given> | null>) => {
      const module = data?.module;
      if (!(module instanceof WebAssembly.Module)) return;
      removeEventListener("message", take);
      resolve(module);
    };
    addEventListener("message", take);
  });
}
