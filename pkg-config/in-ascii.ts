import type { Plugin } from "vite";

/** Writes a script in ASCII: a page that does not say in what its scripts are written is taken for another alphabet. */
export function inAscii(): Plugin {
  return {
    name: "kanon-in-ascii",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const output of Object.values(bundle))
          if (output.type === "chunk")
            output.code = output.code.replace(
              /[\u0080-\uffff]/g,
              (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
            );
      },
    },
  };
}
