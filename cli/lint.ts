import { lint } from "./lint/lint.ts";

process.exitCode = lint(process.argv.slice(2), process);
