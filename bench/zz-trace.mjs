import { rmSync } from "node:fs";
import { runnerImport } from "vite";
import { copyDemoData } from "../scripts/demo-data.mjs";
import { metaValidators } from "../scripts/meta-validators.mjs";

const { module } = await runnerImport(new URL("zz-trace.ts", import.meta.url).pathname, {
  plugins: [metaValidators()],
});
const dir = await copyDemoData();
try {
  await module.run(dir, process.env.PGURL);
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);
