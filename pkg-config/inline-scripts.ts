/**
 * Modules as scripts that stand in the page, one behind the other: what the first gives to the second goes over a name
 * of the document, which the second takes away.
 */

/** Where the first script leaves what the second one takes. */
const SHARED = "kanonShared";

/** The only match, replaced by what is made of it. */
function replaceOnly(code: string, pattern: RegExp, make: (...groups: string[]) => string): string {
  const matches = [...code.matchAll(new RegExp(pattern, "gs"))];
  const [match] = matches;
  if (match === undefined || matches.length > 1)
    throw new Error(`a script of the page needs exactly one ${pattern}, and has ${matches.length}`);
  return code.slice(0, match.index) + make(...match.slice(1)) + code.slice(match.index + match[0].length);
}

/** Pairs of `a as b`, or `a` for both. */
function pairs(names: string): [string, string][] {
  return names.split(",").map((name) => {
    const [from = "", to = from] = name.trim().split(" as ");
    return [from, to];
  });
}

const wrapped = (code: string): string => `(()=>{"use strict";${code}})();`;

/** The first script: its import of the second is what the document does by itself. */
export function firstScript(code: string, second: string): string {
  const name = second.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const loaded = replaceOnly(code, new RegExp(`import\\([\`"']\\./${name}[\`"']\\)`), () => "0");
  const placed = replaceOnly(loaded, /import\.meta\.url/, () => "0");
  const given = replaceOnly(placed, /export\{([^}]*)\};?\s*$/, (names) => {
    const all = pairs(names).map(([own, given]) => `${given}:${own}`);
    return `document.${SHARED}={${all.join(",")}};`;
  });
  return wrapped(given);
}

/** The second script. */
export function secondScript(code: string, first: string): string {
  const name = first.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const taken = replaceOnly(code, new RegExp(`import\\{([^}]*)\\}from\\s*["']\\./${name}["'];`), (names) => {
    const all = pairs(names).map(([given, own]) => `${given}:${own}`);
    return `const{${all.join(",")}}=document.${SHARED};delete document.${SHARED};`;
  });
  const bare = replaceOnly(`${taken}\nexport{};`, /(?:\s*export\{\};?)+\s*$/, () => "");
  if (/\bimport[\s{(]/.test(bare.slice(0, 200))) throw new Error(`${first} is not all that the second script needs`);
  return wrapped(bare);
}
