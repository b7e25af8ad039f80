/** The cursor movement for a key in a table, as steps down and to the right; null for every other key. */
export function moveOf(event: KeyboardEvent, leap: number, rows: number, columns: number): [number, number] | null {
  const far = event.ctrlKey || event.metaKey ? rows : 1;
  const moves: Record<string, [number, number]> = {
    ArrowDown: [far, 0],
    ArrowUp: [-far, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    PageDown: [leap, 0],
    PageUp: [-leap, 0],
    Home: [0, -columns],
    End: [0, columns],
  };
  return moves[event.key] ?? null;
}
