/** What a kind of exhibit tells the element that shows it. */

/** Pixels that a drawing has. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A drawing in a size: what stands behind, and the marks, one for each thing that can be looked at. */
export interface Drawing {
  readonly behind: readonly SVGElement[];
  readonly marks: readonly SVGGraphicsElement[];
  /** What is drawn for the mark that is looked at. */
  readonly over?: (mark: number) => readonly SVGElement[];
}

/** The same as a table. */
export interface TableView {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the cells are sentences and not numbers. */
  readonly hasWords?: boolean;
  /** The row of a mark; the mark of a row is the first that has it. */
  readonly rowOf: (mark: number) => number;
}

/** A recorded result, ready to be shown. */
export interface View {
  readonly caption: string;
  /** What the marks are, as a name for all of them. */
  readonly label: string;
  /** What is said while no mark is looked at. */
  readonly advice: string;
  readonly table: TableView;
  /** The mark that is looked at first, if there is one. */
  readonly first?: number;
  /** Controls above the drawing. */
  readonly tools?: readonly HTMLElement[];
  /** A mark as a sentence. */
  readonly say: (mark: number) => string;
  /** The mark that a key leads to from another; null where the key means nothing. */
  readonly step: (mark: number, key: string) => number | null;
  readonly draw: (size: Size) => Drawing;
  /** Whether a change of the sentence is told to those who do not see it; left out where the focus tells it. */
  readonly isLive?: () => boolean;
  /** Ends what goes on by itself. */
  readonly end?: () => void;
}

/** What a view may ask of the element that shows it. */
export interface Frame {
  /** Draws again. */
  readonly redraw: () => void;
  /** Looks at a mark, and draws again, also where it was looked at before. */
  readonly show: (mark: number) => void;
}

/** Keys that go along a row of marks. */
export function along(mark: number, key: string, count: number): number | null {
  const page = Math.max(1, Math.round(count / 20));
  const places: Readonly<Record<string, number>> = {
    ArrowLeft: mark - 1,
    ArrowUp: mark - 1,
    ArrowRight: mark + 1,
    ArrowDown: mark + 1,
    PageUp: mark - page,
    PageDown: mark + page,
    Home: 0,
    End: count - 1,
  };
  const place = places[key];
  return place === undefined ? null : Math.max(0, Math.min(count - 1, place));
}
