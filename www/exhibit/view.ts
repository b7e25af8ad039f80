/** The interface between a kind of exhibit and the element that shows it. */

/** The size of a drawing, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A drawing of some size: its background, and one mark for each thing that can be selected. */
export interface Drawing {
  readonly behind: readonly SVGElement[];
  readonly marks: readonly SVGGraphicsElement[];
  /** The overlay for the current mark. */
  readonly over?: (mark: number) => readonly SVGElement[];
}

/** The data as a table. */
export interface TableView {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the cells are sentences and not numbers. */
  readonly hasWords?: boolean;
  /** The row of a mark; the mark of a row is the first that has it. */
  readonly rowOf: (mark: number) => number;
}

/** A recorded result, ready to show. */
export interface View {
  readonly caption: string;
  /** A name for all marks. */
  readonly label: string;
  /** The sentence while no mark is selected. */
  readonly advice: string;
  readonly table: TableView;
  /** The initial mark, if there is one. */
  readonly first?: number;
  /** Controls above the drawing. */
  readonly tools?: readonly HTMLElement[];
  /** A mark as a sentence. */
  readonly say: (mark: number) => string;
  /** The mark that a key leads to from the given one; null if the key means nothing. */
  readonly step: (mark: number, key: string) => number | null;
  readonly draw: (size: Size) => Drawing;
  /** Whether a change of the sentence is announced to screen readers; false if the focus announces it. */
  readonly isLive?: () => boolean;
  /** Ends automatic playback. */
  readonly end?: () => void;
}

/** The methods of the element that a view may call. */
export interface Frame {
  /** Draws again. */
  readonly redraw: () => void;
  /** Selects a mark, and draws again even if it was selected before. */
  readonly show: (mark: number) => void;
}

/** Keys that move along a row of marks. */
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
