import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConsoleServer } from "../support/console-server.ts";
import { type StartedPlace, startedPlaces } from "../support/started-places.ts";
import { deletedForm } from "./kill-cases/deleted-form.ts";
import { exportFile, sampleRows } from "./kill-cases/export.ts";
import { grants } from "./kill-cases/grants.ts";
import { halfUpload } from "./kill-cases/half-upload.ts";
import { importRows } from "./kill-cases/import.ts";
import type { Person } from "./kill-cases/kill-case.ts";
import { completedOrder } from "./kill-cases/order.ts";
import { publication } from "./kill-cases/publication.ts";
import { type Killed, KilledPlace, killAtOnce } from "./kill-cases/run-kills.ts";
import { synchronisation } from "./kill-cases/synchronisation.ts";
import { upload } from "./kill-cases/upload.ts";
import { webhookDelivery } from "./kill-cases/webhooks.ts";

/**
 * A kill each: a deletion waits for a synchronisation, an order for an import, where both are in their middle. An import
 * takes longer to its middle than the statements of the others may be held.
 */
const flights = [
  [deletedForm, completedOrder],
  [importRows, upload],
  [exportFile("csv", sampleRows), halfUpload, webhookDelivery(), grants, publication, synchronisation("normal")],
];
const cases = flights.flat();

// The other engine is killed where there is only that one, and at each statement in `npm run prove`.
const [[engine, make]] = Object.entries(startedPlaces).slice(-1) as [[string, () => Promise<StartedPlace>]];

describe(`kill -9 in the middle of all kinds of work at once (${engine})`, () => {
  let place: KilledPlace;
  let killed: readonly Killed[];
  let server: ConsoleServer;
  let person: Person;
  beforeAll(async () => {
    const env = await Promise.all(cases.map((one) => one.env?.()));
    place = new KilledPlace(await make(), Object.assign({}, ...env));
    killed = [];
    for (const flight of flights) killed = [...killed, ...(await killAtOnce(place, flight))];
    server = await place.start();
    person = await place.personAt(server);
  });
  afterAll(async () => {
    await server?.stop("SIGKILL");
    await place.remove();
    for (const { close } of cases) await close?.();
  });
  const one = (title: string) => killed.find((each) => each.title === title) as Killed;

  it.each(cases.map(({ title }) => [title]))("%s", async (title) => {
    const { work, isAnswered, fault } = one(title);
    if (fault) throw fault;
    await work.check?.(person, isAnswered);
  });

  it("no leftovers", async () => {
    await server.stop("SIGTERM");
    expect(server.process.exitCode).toBe(0);
    await place.atDatabase(async (db) => {
      for (const { work, isAnswered } of killed) await work.left?.(db, isAnswered);
    });
  });
});
