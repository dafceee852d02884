import { appendFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";

/** The first files to look at when the whole becomes slow. No limit that fails: a busy machine doubles every time. */
const slowMs = 60_000;

/** Names the files that took long, hooks included, one a line, in the file that `SLOW_FILES` names. */
export default class SlowReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const file = process.env.SLOW_FILES;
    const { duration } = module.diagnostic();
    if (file === undefined || duration < slowMs) return;
    appendFileSync(file, `${Math.round(duration / 1_000)} s ${module.relativeModuleId}\n`);
  }
}
