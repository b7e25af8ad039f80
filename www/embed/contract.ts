/** The contract of `<kanon-workbench>`: its properties, methods and events. */

/** When the engine is loaded: on a click of the reader, when the element becomes visible, or at once. */
export const LOADINGS = ["click", "visible", "eager"] as const;
export type Loading = (typeof LOADINGS)[number];

/** `auto` follows the colour scheme of the surrounding page. */
export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/**
 * The details of the events. They bubble and cross shadow roots. They contain counts, levels and measures: never a
 * cell, a label, the name of a column or of a file.
 */
export interface WorkbenchEvents {
  /** The engine is ready. */
  readonly "kanon-ready": { readonly readonly: boolean };
  readonly "kanon-opened": { readonly records: number; readonly columns: number };
  /** The progress of the current work; null if it is unknown. No activity means that nothing is running. */
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

/** What went wrong. If the message would name something from a file, it says where in the workbench to read it. */
export interface WorkbenchError {
  readonly code: string;
  readonly words: string;
}

/** Dispatches an event to the page. */
export type Tell = <Name extends keyof WorkbenchEvents>(name: Name, detail: WorkbenchEvents[Name]) => void;

/** The settings of a study, in the form of a recipe file. */
export type RecipeJson = Readonly<Record<string, unknown>>;

/** The element's interface for a page. */
export interface WorkbenchElement extends HTMLElement {
  /** Opens the generated sample. */
  sample: boolean;
  /** The current step, by name. */
  step: string;
  loading: Loading;
  /** If true, the reader can open no file and change no setting. Searches still run, and results can be saved. */
  readonly: boolean;
  theme: Theme;
  /** A CSS length. It is reserved before the start and contains the whole workbench afterwards. */
  height: string;
  /** The name among others, under which its settings are kept on the device. Without it nothing is kept. */
  instance: string;
  /** The current settings; null before there are any. Accepts an object or the text of a recipe file. */
  get recipe(): RecipeJson | null;
  set recipe(recipe: RecipeJson | string | null);
  /** Resolves when the engine is ready. Rejects if it cannot be loaded, or if the element is removed first. */
  readonly ready: Promise<void>;
  /** Starts the engine if necessary, and opens a file. */
  open(file: File): Promise<void>;
  /** The release of the current policy. It is written and verified first, provided that nothing is left to confirm. */
  exportRelease(): Promise<Blob>;
  /** The current policy as an element that any page can draw without the engine. It contains no value of the data. */
  exportExhibit(): Promise<string>;
  /** Cancels the current work. */
  cancel(): void;
  /** Ends the workers and forgets what was open. The element starts again when it is put into a document again. */
  destroy(): void;
}

/** The initial settings of a workbench. */
export interface Beginning {
  readonly sample: boolean;
  readonly step: string;
  readonly readonly: boolean;
  readonly instance: string;
  readonly keptAs: string | null;
  /** The text of a recipe. */
  readonly recipe: string | null;
}

/** A started workbench. */
export interface Session {
  readonly ready: Promise<void>;
  /** The settings as the text of a recipe. */
  recipe(): string | null;
  useRecipe(text: string): Promise<void>;
  openSample(): Promise<void>;
  open(file: File): Promise<void>;
  /** Shows a step; returns the reason if it cannot. */
  goTo(step: string): string | null;
  setReadonly(readonly: boolean): void;
  exportRelease(): Promise<Blob>;
  exportExhibit(): Promise<string>;
  cancel(): void;
  end(): void;
}

/** The heavy part, which creates workbenches in boxes inside shadow roots. */
export interface Whole {
  begin(into: HTMLElement, beginning: Beginning, tell: Tell): Session;
}

/** How to load the heavy part, and its cost. */
export interface Source {
  readonly load: () => Promise<Whole>;
  /** Bytes to transfer; 0 if it is available already. */
  readonly bytes: number;
}
