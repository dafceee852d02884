import { useEffect, useRef, useState } from "react";
import type { RowLayout } from "../../runtime/compile/plan.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { type ColumnChoice, readColumnChoice } from "./column-choice.ts";
import type { Density } from "./table-layout.ts";

export interface TableSettings extends ColumnChoice {
  readonly density: Density;
  /** How the rows look where the list offers a choice; undefined = as the document says. */
  readonly as?: RowLayout;
  /** What the table takes of the room that it shares with another; undefined = as the document has it. */
  readonly share?: number;
}

/** A drag ends in one call, not in one for each pixel. */
const saveAfterMs = 600;

/**
 * How this person wants this table: density and columns. Kept on the server, so that another machine shows the same; the
 * browser's copy is there at once and stands in while the server is asked.
 *
 * @param name what it is kept under, such as `list:member/member`
 */
export function useTableSettings(name: string, services: ConsoleServices) {
  const key = `table-settings:${services.user.id}:${name}`;
  const [settings, setSettings] = useState(() => readLocal(key));
  const timer = useRef<{ readonly id: number; send(): void } | undefined>(undefined);
  const isTouched = useRef(false);
  useEffect(() => {
    const request = new AbortController();
    services.send({ method: "GET", url: "/lowcode/userSetting", params: { name }, signal: request.signal }).then(
      (answer) => {
        // What the person changed meanwhile is newer than the answer.
        if (request.signal.aborted || isTouched.current || !answer.success || !answer.result) return;
        const stored = readSettings(answer.result);
        writeLocal(key, stored);
        setSettings((before) => (JSON.stringify(before) === JSON.stringify(stored) ? before : stored));
      },
      () => undefined,
    );
    return () => request.abort();
  }, [services, name, key]);
  useEffect(
    () => () => {
      if (!timer.current) return;
      window.clearTimeout(timer.current.id);
      timer.current.send();
    },
    [],
  );
  const change = (next: Partial<TableSettings>) => {
    isTouched.current = true;
    const value = { ...settings, ...next };
    setSettings(value);
    writeLocal(key, value);
    if (timer.current) window.clearTimeout(timer.current.id);
    const send = () => {
      timer.current = undefined;
      // Without an answer the browser's copy remembers the choice.
      services.send({ method: "PUT", url: "/lowcode/userSetting", data: { name, value } }).catch(() => undefined);
    };
    timer.current = { id: window.setTimeout(send, saveAfterMs), send };
  };
  return { settings, change };
}

function readSettings(stored: unknown): TableSettings {
  const { density, share, as } = Object(stored) as Readonly<Partial<Record<keyof TableSettings, unknown>>>;
  return {
    ...(as === "table" || as === "cards" || as === "calendar" ? { as } : {}),
    ...(typeof share === "number" && share > 0 && share < 1 ? { share } : {}),
    density: density === "large" || density === "small" ? density : "middle",
    ...readColumnChoice(stored),
  };
}

function readLocal(key: string): TableSettings {
  try {
    return readSettings(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return readSettings({});
  }
}

function writeLocal(key: string, settings: TableSettings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A full or closed storage only costs the memory of the choice.
  }
}
