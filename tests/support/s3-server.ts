import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

/** What becomes of a call: cut after its first bytes, answered with an error, or never answered. */
export type S3Fault = "cut" | "error" | "silent";

export interface S3Server {
  readonly port: number;
  /** Environment of a server that keeps its files here; `S3_BUCKET` and the rest. */
  readonly env: Readonly<Record<string, string>>;
  /** Asked for each call: `PUT /files/temp/a.txt?partNumber=2`. */
  fault: ((call: string) => S3Fault | undefined) | undefined;
  /** Calls since the start. */
  readonly calls: string[];
  /** Keys of the objects in the bucket, and of uploads in parts that never ended. */
  keys(): readonly string[];
  unfinished(): readonly string[];
  close(): Promise<void>;
}

const bucket = "files";

interface Signed {
  readonly uri: string;
}
const v4 = createRequire(import.meta.url)("@20minutes/s3rver/lib/signature/v4.js") as {
  getStringToSign(request: Signed, ...rest: readonly unknown[]): string;
};
const stringToSign = v4.getStringToSign;
// It forgets the slash that ends the address of a bucket, and that the client signs.
v4.getStringToSign = (request, ...rest) =>
  stringToSign(/^\/[^/]+$/.test(request.uri) ? { ...request, uri: `${request.uri}/` } : request, ...rest);

/**
 * s3rver, an emulator of S3 that checks signatures, over a folder of its own. It can neither list nor abort uploads in parts:
 * those two are answered here, from its folder.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), "schema-console-s3-"));
  const emulator = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  await emulator.configureBuckets();
  const answer = emulator.callback();
  const uploads = join(directory, bucket, "._S3rver_uploads");
  const unfinished = () =>
    (existsSync(uploads) ? readdirSync(uploads) : []).map((id) => ({
      id,
      key: readFileSync(join(uploads, id, "key"), "utf8"),
      initiated: statSync(join(uploads, id, "key")).mtime.toISOString(),
    }));

  const own: Readonly<Record<string, (response: ServerResponse, query: URLSearchParams) => void>> = {
    "GET uploads": (response) => {
      const entries = unfinished().map(
        ({ id, key, initiated }) =>
          `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
      );
      response.setHeader("Content-Type", "application/xml");
      response.end(
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${entries.join("")}</ListMultipartUploadsResult>`,
      );
    },
    "DELETE uploadId": (response, query) => {
      rmSync(join(uploads, query.get("uploadId") ?? "none"), { recursive: true, force: true });
      response.writeHead(204).end();
    },
  };
  const misbehave: Readonly<Record<S3Fault, (request: IncomingMessage, response: ServerResponse) => void>> = {
    cut: (request) =>
      void request.once("data", () => request.socket.destroy()).once("end", () => request.socket.destroy()),
    error: (request, response) => void request.resume().once("end", () => response.writeHead(500).end()),
    silent: (request) => void request.resume(),
  };
  const http = createServer((request, response) => {
    const { method = "", url = "" } = request;
    server.calls.push(`${method} ${url}`);
    const fault = server.fault?.(`${method} ${url}`);
    if (fault) return misbehave[fault](request, response);
    const { searchParams } = new URL(url, "http://s3");
    const mine = [...searchParams.keys()].flatMap((name) => own[`${method} ${name}`] ?? [])[0];
    if (mine) return mine(response, searchParams);
    answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const suffix = "._S3rver_object";
  const server: S3Server = {
    port,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: bucket,
      S3_KEY_ID: "S3RVER",
      S3_KEY_SECRET: "S3RVER",
    },
    fault: undefined,
    calls: [],
    keys: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(suffix))
        .map((name) => name.slice(0, -suffix.length))
        .sort(),
    unfinished: () => unfinished().map(({ key }) => key),
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      rmSync(directory, { recursive: true, force: true });
    },
  };
  return server;
}
