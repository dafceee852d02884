import { appendFileSync } from "node:fs";
import type { Reporter, TestCase } from "vitest/node";

/** Names the cases that passed only at their second try, one a line, in the file that `RETRIED_CASES` names. */
export default class RetriedReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const file = process.env.RETRIED_CASES;
    if (file === undefined || !test.diagnostic()?.retryCount || !test.ok()) return;
    appendFileSync(file, `${test.module.relativeModuleId} › ${test.fullName}\n`);
  }
}
