/** Policies that the user wants to return to. Pure. */

/** A policy with a note: the level of each quasi-identifier. Its cost is requested from the engine when it is shown. */
export interface Pin {
  readonly columns: readonly string[];
  readonly levels: readonly number[];
  readonly note: string;
}

function isOf(pin: Pin, columns: readonly string[], levels: readonly number[]): boolean {
  return pin.columns.join("\n") === columns.join("\n") && pin.levels.join() === levels.join();
}

export function pinOf(pins: readonly Pin[], columns: readonly string[], levels: readonly number[]): Pin | null {
  return pins.find((pin) => isOf(pin, columns, levels)) ?? null;
}

/** Pins for the current quasi-identifiers; others wait until their columns are back. */
export function pinsFor(pins: readonly Pin[], columns: readonly string[]): readonly Pin[] {
  return pins.filter((pin) => isOf(pin, columns, pin.levels));
}

export function withPin(pins: readonly Pin[], pin: Pin): readonly Pin[] {
  return [...pins.filter((other) => !isOf(other, pin.columns, pin.levels)), pin];
}

export function withoutPin(pins: readonly Pin[], pin: Pin): readonly Pin[] {
  return pins.filter((other) => other !== pin);
}

function isPin(value: unknown): value is Pin {
  if (typeof value !== "object" || value === null) return false;
  const { columns, levels, note }: Partial<Record<keyof Pin, unknown>> = value;
  return (
    Array.isArray(columns) &&
    columns.every((name) => typeof name === "string") &&
    Array.isArray(levels) &&
    levels.length === columns.length &&
    levels.every((level) => Number.isInteger(level) && level >= 0 && level < 256) &&
    typeof note === "string"
  );
}

/** Whether a value kept on the device is a list of pins. */
export function arePins(value: unknown): value is Pin[] {
  return Array.isArray(value) && value.every(isPin);
}
