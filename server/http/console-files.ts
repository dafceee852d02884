import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { PageSite } from "../config/config.ts";

const contentTypes: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
  ".map": "application/json; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
};
const compressible = new Set([".html", ".js", ".mjs", ".css", ".json", ".svg", ".ttf", ".wasm", ".map", ".txt"]);

export type Encoding = "br" | "gzip" | "identity";

export interface ConsoleFile {
  readonly contentType: string;
  readonly etag: string;
  /** Built names carry a hash, so these files never change. */
  readonly immutable: boolean;
  readonly encodings: readonly Encoding[];
  /** @returns undefined when the file is gone since it was listed: the console was built again */
  body(encoding: Encoding): Promise<Buffer | undefined>;
}

/** The built console: only files that were listed can be asked for, so no path can leave the folder. */
export interface ConsoleFiles {
  /** False while it is still being built; throws nothing, `failure` says why it never will be. */
  readonly ready: boolean;
  readonly failure: string | undefined;
  /** @param path as in the address, for example `/assets/main-1a2b3c4d.js` */
  file(path: string): ConsoleFile | undefined;
  /** `index.html` with the API's address filled in. */
  page(): ConsoleFile | undefined;
}

/**
 * Watches for the end of the build, then lists the folder.
 *
 * @param whenReady settles when the folder is complete
 * @param apiBase address of the API, written into the page
 */
export function openConsoleFiles(
  folder: string,
  whenReady: Promise<unknown>,
  apiBase: string,
  site: PageSite = {},
): ConsoleFiles {
  let files = new Map<string, ConsoleFile>();
  let state: "building" | "ready" | "failed" = "building";
  let failure: string | undefined;
  whenReady
    .then(() => listFiles(folder, (html) => fillSite(fillApiBase(html, apiBase), site)))
    .then((listed) => {
      files = listed;
      state = "ready";
    })
    .catch((error: unknown) => {
      failure = error instanceof Error ? error.message : String(error);
      state = "failed";
    });
  return {
    get ready() {
      return state === "ready";
    },
    get failure() {
      return failure;
    },
    file: (path) => (path === "/index.html" ? undefined : files.get(path)),
    page: () => files.get("/index.html"),
  };
}

async function listFiles(folder: string, fill: (html: string) => string): Promise<Map<string, ConsoleFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = new Map<string, ConsoleFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const absolute = join(entry.parentPath, entry.name);
    const path = `/${absolute.slice(folder.length).split(sep).filter(Boolean).join("/")}`;
    if (path === "/index.html") {
      const html = fill(await readFile(absolute, "utf8"));
      found.set(
        path,
        consoleFile(path, async () => Buffer.from(html), createHash("sha256").update(html).digest("hex")),
      );
    } else {
      const { mtimeMs, size } = await stat(absolute);
      found.set(
        path,
        consoleFile(path, () => readFile(absolute), `${path} ${mtimeMs} ${size}`),
      );
    }
  }
  if (!found.has("/index.html")) throw new Error(`${folder} 中没有 index.html`);
  return found;
}

/** Tells the console where its API is, so that one build serves any context path. */
export function fillApiBase(html: string, apiBase: string): string {
  return html.replace(/(<meta name="api-base" content=")[^"]*(")/, `$1${apiBase}$2`);
}

/** Writes the operator's settings into the page. */
export function fillSite(html: string, { productName, hasSettings = true }: PageSite): string {
  const name = productName?.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  const named = name
    ? html
        .replace(/(<meta name="product-name" content=")[^"]*(")/, (_, before, after) => before + name + after)
        .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    : html;
  return named.replace(/(<meta name="settings-drawer" content=")[^"]*(")/, `$1${hasSettings ? "on" : "off"}$2`);
}

function consoleFile(path: string, read: () => Promise<Buffer>, identity: string): ConsoleFile {
  const extension = extname(path);
  const immutable = path.startsWith("/assets/");
  const bodies = new Map<Encoding, Promise<Buffer | undefined>>();
  return {
    contentType: contentTypes[extension] ?? "application/octet-stream",
    etag: `"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`,
    immutable,
    encodings: compressible.has(extension) ? ["br", "gzip", "identity"] : ["identity"],
    body(encoding) {
      const known = bodies.get(encoding);
      if (known) return known;
      const made = read().then((bytes) => encode(bytes, encoding), undefinedWhenGone);
      // A failed read must not be remembered.
      made.catch(() => bodies.delete(encoding));
      bodies.set(encoding, made);
      return made;
    },
  };
}

function undefinedWhenGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "br") return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
  if (encoding === "gzip") return gzipped(bytes, { level: 6 });
  return Promise.resolve(bytes);
}
