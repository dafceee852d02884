import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startedPlaces } from "../support/started-places.ts";
import { deletedForm } from "./kill-cases/deleted-form.ts";
import { grants } from "./kill-cases/grants.ts";
import { importRows } from "./kill-cases/import.ts";
import { completedOrder } from "./kill-cases/order.ts";
import { publication } from "./kill-cases/publication.ts";
import { KilledPlace, killByTurns } from "./kill-cases/run-kills.ts";
import { synchronisation } from "./kill-cases/synchronisation.ts";
import { upload } from "./kill-cases/upload.ts";

/** `kills.test.ts` has one end of each, all in one process. */
const cases = [
  ...[grants, publication, synchronisation("normal"), synchronisation("force"), deletedForm],
  ...[importRows, upload, completedOrder],
];

describe.each(Object.entries(startedPlaces))("kill -9 at each statement of one kind of work (%s)", (_, make) => {
  let place: KilledPlace;
  beforeAll(async () => {
    place = new KilledPlace(await make());
  });
  afterAll(() => place.remove());

  it.each(cases.map((one) => [one.title, one] as const))(
    "%s",
    async (_title, one) => {
      const ends = [...Array(one.middle?.ends ?? 0).keys()];
      const ended = await killByTurns(place, one, ends);
      console.info(`${one.title}: ended at ${ended} of ${ends.length} statements`);
      expect(ended).toBeGreaterThanOrEqual(Math.min(3, ends.length));
    },
    1_800_000,
  );
});
