import type { Row } from "../../runtime/model/resolved-model.ts";
import type { LiveRows, LiveTable } from "../../runtime/react/services.ts";
import { LiveChannel, type LiveSocket } from "./live-channel.ts";

interface Parts {
  /** Opens the table channel of the signed-in person; undefined when nobody is. */
  connect(): LiveSocket | undefined;
  readonly random?: () => number;
}

interface Viewer {
  readonly model: string;
  /** Tells this table's own news from others'. */
  readonly caseId: string;
  heard(row: Row): void;
}

/** Milliseconds (specification, widgets: table sync). */
const beat = { everyMs: 10_000, answerMs: 6_000, text: JSON.stringify({ type: "heart_beat", data: "" }) } as const;

/**
 * Rows that others save while tables of this page show them (TBL-20): one connection for all tables, open while there
 * are any. What is sent names a row; the server sends each viewer the row as it is stored and as they may see it.
 */
export class TableChannel implements LiveRows {
  readonly #channel: LiveChannel;
  readonly #viewers = new Set<Viewer>();

  constructor(parts: Parts) {
    this.#channel = new LiveChannel({
      connect: () => parts.connect(),
      onOpen: () => undefined,
      onFrame: (frame) => this.#hear(frame),
      beat,
      ...(parts.random ? { random: parts.random } : {}),
    });
  }

  join(model: string, heard: (row: Row) => void): LiveTable {
    const viewer: Viewer = { model, heard, caseId: crypto.randomUUID?.() ?? String(Math.random()) };
    this.#viewers.add(viewer);
    this.#channel.start();
    return {
      changed: (ids) => {
        for (const id of ids) {
          const data = { socketKey: model, args: [{ id }, viewer.caseId] };
          this.#channel.send(JSON.stringify({ type: "update_vxe_table", data }));
        }
      },
      leave: () => {
        this.#viewers.delete(viewer);
        if (this.#viewers.size === 0) this.#channel.stop();
      },
    };
  }

  #hear({ type, data }: Readonly<Record<string, unknown>>): void {
    if (type !== "update_vxe_table") return;
    const { socketKey, args } = Object(data) as { readonly socketKey?: unknown; readonly args?: unknown };
    const [row, caseId] = Array.isArray(args) ? args : [];
    if (typeof row !== "object" || row === null) return;
    for (const viewer of this.#viewers) {
      if (viewer.model === socketKey && viewer.caseId !== caseId) viewer.heard(row as Row);
    }
  }
}
