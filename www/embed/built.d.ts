/** Facts about the heavy part that the build inserts into the loaders. */

/** The transfer size. */
declare const WHOLE_BYTES: number;
/** The digest of its bytes, for the browser to compare. */
declare const WHOLE_INTEGRITY: string;

declare module "*/kanon-whole.js" {}
/** All style sheets as one text, in the heavy part. */
declare const STYLES: string;
