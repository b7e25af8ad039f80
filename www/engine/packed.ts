/** Archives that a review is given: passports, and everything about a release. */

import { unzipSync } from "fflate";
import { kanonError } from "./failure";

/** An archive that claims a larger content is not a passport. */
export const MOST_BYTES = 256 << 20;

/** The file of a passport that lists the digests of the others. */
const DIGESTS = "SHA256SUMS";
/** The end of a report's name in an archive of everything about a release. */
const REPORT = ".report.json";

interface PackedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The files of a passport, or of an archive of everything about a release; null if an archive is neither. One with two
 * files of one name is refused: readers differ in which of the two they take.
 */
export function unpackedFiles(archive: Uint8Array): readonly PackedFile[] | null {
  const names = namesIn(archive);
  if (names === null) return null;
  if (new Set(names).size < names.length) {
    throw kanonError(
      "archive-doubled",
      "The archive has two files of one name, and says different things to different readers.",
      "Ask for one that was not changed.",
    );
  }
  try {
    return Object.entries(unzipSync(archive)).map(([name, bytes]) => ({ name, bytes: new Uint8Array(bytes) }));
  } catch {
    // A damaged archive is neither; the review says what it may be.
    return null;
  }
}

/** The names, before anything is unpacked: it may be a large workbook. Null if the archive is of something else. */
function namesIn(archive: Uint8Array): readonly string[] | null {
  const names: string[] = [];
  let size = 0;
  try {
    unzipSync(archive, {
      filter: ({ name, originalSize }) => {
        names.push(name);
        size += originalSize;
        return false;
      },
    });
  } catch {
    return null;
  }
  const isKnown = names.includes(DIGESTS) || names.some((name) => name.endsWith(REPORT));
  return size <= MOST_BYTES && isKnown ? names : null;
}
