/** What the build knows of the heavy part when it builds the loaders. */

/** How large it is over the line. */
declare const HEART_BYTES: number;
/** The digest of its bytes, for the browser to compare. */
declare const HEART_INTEGRITY: string;

declare module "*/kanon-heart.js" {}
/** All style sheets as one text, in the heavy part. */
declare const STYLES: string;
