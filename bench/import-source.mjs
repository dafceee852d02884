import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";
import { metaValidators } from "../scripts/meta-validators.mjs";

/**
 * A module of the product's or of a bench's source, as the build would bundle it.
 * @param {URL} url
 */
export async function importSource(url) {
  const { module } = await runnerImport(fileURLToPath(url), {
    configFile: false,
    logLevel: "error",
    plugins: [metaValidators()],
  });
  return module;
}
