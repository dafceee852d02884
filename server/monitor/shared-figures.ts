import { Counter, Gauge } from "prom-client";
import { countSessions } from "../auth/session-events.ts";
import type { ServerContext } from "../context.ts";
import type { Health } from "./health.ts";

/** Figures that are looked up when somebody asks: sessions of all processes, live channels, parts that work. */
export function registerSharedFigures({ db, live, monitor }: ServerContext, health: Health): void {
  const registers = [monitor.registry];
  new Counter({
    name: "console_sessions_total",
    help: "Sessions of all processes, by what happened to them.",
    labelNames: ["event"],
    registers,
    async collect() {
      const counts = await countSessions(db.kysely).catch(() => undefined);
      this.reset();
      if (!counts) return;
      for (const event of ["opened", "ended", "expired"] as const) this.inc({ event }, counts[event]);
    },
  });
  new Gauge({
    name: "console_live_channels",
    help: "Open notice channels of this process.",
    registers,
    collect() {
      this.set(live.size);
    },
  });
  new Gauge({
    name: "console_part_up",
    help: "1: the part answered its probe, 0: it did not. Parts that are not configured are left out.",
    labelNames: ["part"],
    registers,
    async collect() {
      const parts = await health.read();
      this.reset();
      for (const { id, state } of parts) if (state !== "off") this.set({ part: id }, state === "up" ? 1 : 0);
    },
  });
}
