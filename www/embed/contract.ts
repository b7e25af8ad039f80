/** The contract of `<kanon-workbench>`: what a page says to it, and what it says to the page. */

/** When the engine is loaded: when the reader asks, when the element comes into sight, or at once. */
export const LOADINGS = ["click", "visible", "eager"] as const;
export type Loading = (typeof LOADINGS)[number];

/** `auto` has the colour scheme of the page around. */
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * What the events tell. They bubble and cross shadow roots. They hold counts, levels and measures: never a cell, a
 * label, the name of a column or of a file.
 */
export interface WorkbenchEvents {
  /** The engine answers. */
  readonly "kanon-ready": { readonly readonly: boolean };
  readonly "kanon-opened": { readonly records: number; readonly columns: number };
  /** How much of what goes on is done; null where that cannot be said, and no activity when nothing goes on. */
  readonly "kanon-progress": { readonly activity: string | null; readonly share: number | null };
  /** The levels of the quasi-identifiers, in the order of the columns. */
  readonly "kanon-policy-selected": {
    readonly levels: readonly number[];
    readonly loss: number;
    readonly suppressed: number;
    readonly records: number;
    readonly optimal: boolean;
  };
  readonly "kanon-released": {
    readonly records: number;
    readonly suppressed: number;
    readonly bytes: number;
    readonly verified: boolean;
  };
  readonly "kanon-error": WorkbenchError;
}

/** What went wrong. Where words would name what is in a file, they say where in the workbench it is told. */
export interface WorkbenchError {
  readonly code: string;
  readonly words: string;
}

/** Tells the page something. */
export type Tell = <Name extends keyof WorkbenchEvents>(name: Name, detail: WorkbenchEvents[Name]) => void;

/** The settings of a study, in the form of a recipe file. */
export type RecipeJson = Readonly<Record<string, unknown>>;

/** The element as a page uses it. */
export interface WorkbenchElement extends HTMLElement {
  /** Opens the generated sample. */
  sample: boolean;
  /** The step that is shown, by its name. */
  step: string;
  loading: Loading;
  /** The reader opens no file and changes no setting; searches run, and results can be saved. */
  readonly: boolean;
  theme: Theme;
  /** A length of CSS, which is kept free before the start and has all of the workbench in it afterwards. */
  height: string;
  /** Its name among others, under which its settings are kept on the device; without it nothing is kept. */
  instance: string;
  /** The settings as they are; null before there are any. Takes an object or the text of a recipe file. */
  get recipe(): RecipeJson | null;
  set recipe(recipe: RecipeJson | string | null);
  /** Fulfilled when the engine answers; rejected when it cannot be loaded, or the element goes before. */
  readonly ready: Promise<void>;
  /** Starts the engine where it has not been started, and opens a file. */
  open(file: File): Promise<void>;
  /** The release of the current policy; it is written and verified first where nothing is left to be confirmed. */
  exportRelease(): Promise<Blob>;
  /** The current policy as an element for a page that draws it without the engine. It holds no value of the data. */
  exportExhibit(): Promise<string>;
  /** Cancels what is going on. */
  cancel(): void;
  /** Ends the workers. What was open is gone; the element starts anew when it is put into a document again. */
  destroy(): void;
}

/** What a workbench starts with. */
export interface Beginning {
  readonly sample: boolean;
  readonly step: string;
  readonly readonly: boolean;
  readonly instance: string;
  readonly keptAs: string | null;
  /** The text of a recipe. */
  readonly recipe: string | null;
}

/** A workbench that has been started. */
export interface Session {
  readonly ready: Promise<void>;
  /** The settings as the text of a recipe. */
  recipe(): string | null;
  useRecipe(text: string): Promise<void>;
  openSample(): Promise<void>;
  open(file: File): Promise<void>;
  /** Shows a step; says why when it cannot. */
  goTo(step: string): string | null;
  setReadonly(readonly: boolean): void;
  exportRelease(): Promise<Blob>;
  exportExhibit(): Promise<string>;
  cancel(): void;
  end(): void;
}

/** The heavy part, which makes workbenches in boxes that stand in shadow roots. */
export interface Whole {
  begin(into: HTMLElement, beginning: Beginning, tell: Tell): Session;
}

/** Says how the heavy part is had, and what that costs. */
export interface Source {
  readonly load: () => Promise<Whole>;
  /** Bytes over the line; 0 where it is at hand. */
  readonly bytes: number;
}
