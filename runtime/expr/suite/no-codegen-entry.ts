import { runSuite } from "./suite.ts";

/** Started as a program by the test, in a process that may not make code from text. */
let isCodeGenerationRefused = false;
try {
  // biome-ignore lint/security/noGlobalEval: proves that the process was started as intended
  globalThis.eval("1");
} catch {
  isCodeGenerationRefused = true;
}
console.log(JSON.stringify({ isCodeGenerationRefused, ...runSuite() }));
