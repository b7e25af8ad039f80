import { createHash } from "node:crypto";

/** The hash of a text between two tags, as a policy names it. */
function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text, "utf8").digest("base64")}'`;
}

/**
 * The policy of the built page. It names no host, not even the page's own: its scripts and its one style sheet
 * stand in the page and are named by their hashes, so nothing that is added later is run or asked for.
 * It holds for the workers too, because a worker made from a blob inherits it; a worker made from an address would not.
 */
export function contentSecurityPolicy(scripts: readonly string[], style: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(hashOf).join(" ")} 'wasm-unsafe-eval'`,
    `style-src ${hashOf(style)}`,
    "worker-src blob:",
    "img-src data: blob:",
    "connect-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
}
