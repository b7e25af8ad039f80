/** The module that a worker gets from its creator: in one part, or in two of which the second follows later. */

import { notArrived } from "./failure";

/** The first message to a worker: the module, or the part that is needed first. */
export interface Given {
  readonly module: WebAssembly.Module;
}

/** A later message: the rest of a two-part module. */
export interface GivenRest {
  readonly rest: WebAssembly.Module;
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

/** Takes the rest when it comes. Code that needs it earlier gets an error that it has not arrived. */
export function givenRest(): () => WebAssembly.Module {
  let given: WebAssembly.Module | null = null;
  const take = ({ data }: MessageEvent<Partial<GivenRest> | null>) => {
    const rest = data?.rest;
    if (!(rest instanceof WebAssembly.Module)) return;
    removeEventListener("message", take);
    given = rest;
  };
  addEventListener("message", take);
  return () => {
    if (given === null) throw notArrived();
    return given;
  };
}
