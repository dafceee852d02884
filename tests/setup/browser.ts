import { buildStale } from "../../scripts/build.mjs";

/** Browser tests run against the built server and console. */
export default async function setup(): Promise<void> {
  await buildStale(["server", "console"]);
}
