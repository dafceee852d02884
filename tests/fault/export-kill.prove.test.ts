import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startConsoleServer } from "../support/console-server.ts";
import { type StartedPlace, startedPlaces } from "../support/started-places.ts";
import { downloadExport, exportFile, exportFiles, exportList, fillMembers, orderExport } from "./kill-cases/export.ts";
import { KilledPlace, killAtOnce } from "./kill-cases/run-kills.ts";

/** `kills.test.ts` has one export of some thousand rows as CSV. */
const rows = 200_000;
const randomStops = 10;
/** Lines of the PDF: below the most that one may have. */
const pdfRows = 3_000;
/** Who looks all the time is somebody beside whom an export goes slowly. */
const lookEveryMs = 2_000;

describe.each(Object.entries(startedPlaces))("exports that kill -9 stops (%s)", (_, make) => {
  let stored: StartedPlace;
  let place: KilledPlace;
  beforeAll(async () => {
    stored = await make();
    place = new KilledPlace(stored);
  });
  afterAll(() => place.remove());

  it("EXP-14 as PDF in the middle: made whole after the restart, once and without leftovers", async () => {
    const [killed] = await killAtOnce(place, [exportFile("pdf", pdfRows)]);
    const next = await place.start();
    await killed?.work.check?.(await place.personAt(next), false);
    await next.stop();
  });

  it("EXP-15 at random times: made whole after the restart or whole before; no part of one is given out", async () => {
    await place.atDatabase(async (db) => {
      await db.kysely.deleteFrom("member").execute();
      await fillMembers(db, rows);
    });
    // It works for long.
    const start = () => startConsoleServer({ SEED: "none", ...stored.env }, stored.folder, []);
    let fullMs = 0;
    const outcomes: string[] = [];
    for (let round = 0; round <= randomStops; round += 1) {
      const server = await start();
      const person = await place.personAt(server);
      const done = (at: typeof person) =>
        vi.waitFor(async () => expect((await exportList(at))?.state).toBe("done"), {
          ...{ timeout: 600_000, interval: lookEveryMs },
        });
      const remove = (at: typeof person, id: string) =>
        fetch(`${at.api}/sys/export/delete?id=${id}`, { method: "DELETE", headers: at.headers });
      const begun = performance.now();
      const id = await orderExport(person, "csv", rows);
      if (round === 0) {
        // The first runs to its end: it says how long the others have.
        await done(person);
        fullMs = performance.now() - begun;
        await remove(person, id);
        await server.stop();
        continue;
      }
      const powerSwitch = setTimeout(() => server.process.kill("SIGKILL"), fullMs * Math.random());
      // Asked for all the time until the end: what is given out is the whole file, or nothing.
      const given: Buffer[] = [];
      while (server.process.exitCode === null && server.process.signalCode === null) {
        const bytes = await downloadExport(person, id).catch(() => undefined);
        if (bytes) given.push(bytes);
      }
      clearTimeout(powerSwitch);
      const next = await start();
      const after = await place.personAt(next);
      const before = (await exportList(after))?.state;
      await done(after);
      const whole = (await downloadExport(after, id)) ?? Buffer.alloc(0);
      const numbers = String(whole).trim().split("\r\n").slice(1);
      expect(numbers.length).toBe(rows);
      expect(numbers.every((number, at) => number === `M${String(at + 1).padStart(7, "0")}`)).toBe(true);
      for (const bytes of given) expect(bytes.equals(whole)).toBe(true);
      expect((await exportFiles(after)).length).toBe(1);
      outcomes.push(before === "done" ? "whole" : "resumed");
      await remove(after, id);
      await next.stop();
    }
    console.log(`exports of ${rows} rows, stopped at random times: ${outcomes.join(" ")}`);
  }, 7_200_000);
});
