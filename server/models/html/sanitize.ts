import { createRequire } from "node:module";

type Sanitize = typeof import("sanitize-html");

let loaded: Sanitize | undefined;

/** sanitize-html with its parser of pages, loaded for the first formatted text. */
export function sanitize(...call: Parameters<Sanitize>): string {
  loaded ??= createRequire(import.meta.url)("sanitize-html") as Sanitize;
  return loaded(...call);
}
