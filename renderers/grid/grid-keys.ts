/** What a key asks of the table; undefined = not ours. */
export type GridCommand =
  | { readonly kind: "move"; readonly rows: number; readonly columns: number; readonly extend: boolean }
  | { readonly kind: "jump"; readonly rows: -1 | 0 | 1; readonly columns: -1 | 0 | 1; readonly extend: boolean }
  | { readonly kind: "next"; readonly step: 1 | -1 }
  | { readonly kind: "edit"; readonly typed: string | undefined }
  | { readonly kind: "moveRow"; readonly step: 1 | -1 }
  | { readonly kind: "branch"; readonly opens: boolean }
  | { readonly kind: "insertRow"; readonly side: "above" | "below" }
  | {
      readonly kind:
        | "clear"
        | "cancel"
        | "toggle"
        | "selectRow"
        | "duplicateRows"
        | "find"
        | "details"
        | "below"
        | "removeRows"
        | "rowStart"
        | "rowEnd"
        | "selectAll"
        | "fillDown"
        | "undo"
        | "redo";
    };

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Rows that Page Up and Page Down pass. */
const pageRows = 6;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-pageRows, 0],
  PageDown: [pageRows, 0],
};

const directions: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The keys of a table whose editor is closed. */
export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): GridCommand | undefined {
  const isControl = ctrlKey || metaKey;
  if (altKey && (key === "ArrowUp" || key === "ArrowDown"))
    return { kind: "moveRow", step: key === "ArrowUp" ? -1 : 1 };
  if (altKey && (key === "ArrowRight" || key === "ArrowLeft")) return { kind: "branch", opens: key === "ArrowRight" };
  if (altKey && key === "Enter") return { kind: "below" };
  if (isControl) {
    const word = key.toLowerCase();
    if (word === "z") return { kind: shiftKey ? "redo" : "undo" };
    if (word === "y") return { kind: "redo" };
    if (word === "d") return { kind: shiftKey ? "duplicateRows" : "fillDown" };
    if (key === "Enter") return { kind: "insertRow", side: shiftKey ? "above" : "below" };
    if (key === "Delete" || key === "Backspace") return { kind: "removeRows" };
    if (word === "a") return { kind: "selectAll" };
    if (word === "f" || word === "h") return { kind: "find" };
    if (word === "i") return { kind: "details" };
    const direction = directions[key];
    if (direction) return { kind: "jump", rows: direction[0], columns: direction[1], extend: shiftKey };
    if (key === "Home") return { kind: "move", rows: -1e9, columns: -1e9, extend: shiftKey };
    if (key === "End") return { kind: "move", rows: 1e9, columns: 1e9, extend: shiftKey };
    return undefined;
  }
  const step = steps[key];
  if (step) return { kind: "move", rows: step[0], columns: step[1], extend: shiftKey };
  switch (key) {
    case "Tab":
      return { kind: "next", step: shiftKey ? -1 : 1 };
    case "Enter":
    case "F2":
      return { kind: "edit", typed: undefined };
    case "Escape":
      return { kind: "cancel" };
    case "Delete":
    case "Backspace":
      return { kind: "clear" };
    case "Home":
      return { kind: "rowStart" };
    case "End":
      return { kind: "rowEnd" };
    case " ":
      return { kind: shiftKey ? "selectRow" : "toggle" };
    // An input method takes the key itself: the editor has to be there before its first letter.
    case "Process":
      return { kind: "edit", typed: "" };
  }
  return key.length === 1 && !altKey ? { kind: "edit", typed: key } : undefined;
}
