import { buildStale } from "../../scripts/build.mjs";

/** Server tests run the sources, but worker threads need their bundles. */
export default async function setup(): Promise<void> {
  await buildStale(["server"]);
}
