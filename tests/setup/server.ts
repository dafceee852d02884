import type { TestProject } from "vitest/node";
import { buildStale } from "../../scripts/build.mjs";
import { makeTemplate } from "../support/database-template.ts";

/** Server tests run the sources, but worker threads need their bundles; databases are copies of one template. */
export default async function setup(project: TestProject): Promise<void> {
  await buildStale(["server"]);
  project.provide("clusterTemplate", await makeTemplate());
}
