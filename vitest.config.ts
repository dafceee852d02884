import react from "@vitejs/plugin-react";
import { configDefaults, defineConfig } from "vitest/config";
import { metaValidators } from "./scripts/meta-validators.mjs";
import { ownPlugins } from "./scripts/own-plugins.mjs";
import { FileSequencer } from "./tests/setup/sequencer.ts";

/** A fact is waited for as long as a slow machine needs: nothing is lost where it holds at once. */
const patience = { timeout: 60_000, interval: 50 };

/** Whole walks and long kills run in `npm run prove` only; `npm test` has a smaller case of each (decision 0185). */
const isProving = process.env.PROVE === "1";
/** A worker makes and drops whole servers and pages: with more room for what is young, less of it is carried on. */
const execArgv = ["--max-semi-space-size=64"];
const exclude = [...configDefaults.exclude, ...(isProving ? [] : ["**/*.prove.test.ts"])];

/** Milliseconds that a case may take; a whole run of it takes up to an hour. */
const longest = (usual: number): number => (isProving ? 4 * 3_600_000 : usual);

/** `unit`: pure parts and components. `server`: real databases and HTTP. `browser`: Chromium against a started server. */
export default defineConfig({
  test: {
    sequence: { sequencer: FileSequencer },
    // Servers and browsers take their time to end where others work beside them.
    teardownTimeout: 120_000,
    projects: [
      {
        plugins: [ownPlugins(), react(), metaValidators()],
        // Single parts beside the whole package would be read a second time, and not know its ConfigProvider.
        resolve: { alias: [{ find: /^antd\/es\//, replacement: "antd/lib/" }] },
        test: {
          name: "unit",
          environment: "node",
          include: [
            "runtime/**/*.test.{ts,tsx}",
            "renderers/**/*.test.{ts,tsx}",
            "plugins/**/*.test.{ts,tsx}",
            "src/**/*.test.{ts,tsx}",
            "cli/**/*.test.ts",
            "tests/unit/**/*.test.{ts,tsx}",
          ],
          setupFiles: ["tests/setup/dom.ts"],
          // Single parts of the package import folders, which Node does not resolve.
          server: { deps: { inline: [/@formily\/antd-v5/] } },
          testTimeout: longest(240_000),
          hookTimeout: 240_000,
          expect: { poll: patience },
          // Two workers, also on two processors. Files share one worker's modules: reading antd again for each of them took
          // longer than its tests. So a file leaves nothing behind: no fake clock, no stub, no stored text.
          maxWorkers: 2,
          isolate: false,
          execArgv,
        },
      },
      {
        plugins: [ownPlugins(), metaValidators()],
        resolve: {
          alias: [{ find: /^@node-rs\/argon2$/, replacement: `${import.meta.dirname}/tests/support/quick-argon2.ts` }],
        },
        test: {
          name: "server",
          environment: "node",
          include: ["server/**/*.test.ts", "tests/{contract,attack,fault}/**/*.test.ts"],
          exclude,
          globalSetup: ["tests/setup/server.ts"],
          testTimeout: longest(300_000),
          hookTimeout: 300_000,
          expect: { poll: patience },
          maxWorkers: 2,
          isolate: false,
          execArgv,
        },
      },
      {
        plugins: [ownPlugins(), metaValidators()],
        test: {
          name: "browser",
          environment: "node",
          include: ["tests/browser/**/*.test.ts"],
          exclude,
          globalSetup: ["tests/setup/browser.ts"],
          testTimeout: longest(900_000),
          hookTimeout: 300_000,
          fileParallelism: false,
          isolate: false,
          // A case that needed its second try is named in the summary of `npm test`.
          retry: 1,
          expect: { poll: patience },
        },
      },
    ],
  },
});
