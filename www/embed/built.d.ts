/** What the build knows of the heavy part when it builds the loaders. */

/** How large it is over the line. */
declare const WHOLE_BYTES: number;
/** The digest of its bytes, for the browser to compare. */
declare const WHOLE_INTEGRITY: string;

declare module "*/kanon-whole.js" {}
/** All style sheets as one text, in the heavy part. */
declare const STYLES: string;
