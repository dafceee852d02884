import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ConsoleFile, ConsoleFiles, Encoding } from "./console-files.ts";
import { isUnder } from "./security-headers.ts";

/** Every address that is not the API: a built file, or the console's page, whose router knows the rest. */
export function serveConsole(
  app: FastifyInstance,
  files: ConsoleFiles,
  apiPrefix: string,
  fillPage: (html: string) => Promise<string> = async (html) => html,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isUnder(apiPrefix, request.url)) {
      reply.callNotFound();
      return reply;
    }
    const path = decodePath(request.url);
    if (!files.ready) return sendWaitingPage(reply, files.failure);
    const file = files.file(path);
    if (file) return sendFile(request, reply, file);
    // A missing asset must stay missing: HTML in place of a script is the white page of every deployment.
    if (path.startsWith("/assets/") || /\.[a-z0-9]{2,5}$/i.test(path)) return sendMissing(reply);
    const page = files.page();
    if (!page) return sendWaitingPage(reply, files.failure);
    return sendFile(request, reply, await filledPage(page, fillPage));
  };
  app.get("/", { config: { permission: "public" }, exposeHeadRoute: true }, handler);
  app.get("/*", { config: { permission: "public" }, exposeHeadRoute: true }, handler);
}

/** The page with the operator's settings; one that cannot be read must not keep the page from opening. */
async function filledPage(page: ConsoleFile, fillPage: (html: string) => Promise<string>): Promise<ConsoleFile> {
  const plain = (await page.body("identity"))?.toString("utf8") ?? "";
  const filled = await fillPage(plain).catch(() => plain);
  if (filled === plain) return page;
  const etag = `"${createHash("sha256").update(filled).digest("base64url").slice(0, 22)}"`;
  return { ...page, etag, encodings: ["identity"], body: async () => Buffer.from(filled) };
}

function decodePath(url: string): string {
  const path = url.split("?", 1)[0] ?? "/";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: ConsoleFile): Promise<FastifyReply> {
  const isKnown = request.headers["if-none-match"] === file.etag;
  const encoding = chooseEncoding(request.headers["accept-encoding"], file.encodings);
  const body = isKnown ? undefined : await file.body(encoding);
  if (!isKnown && !body) return sendMissing(reply);
  reply.header("Cache-Control", file.immutable ? "public, max-age=31536000, immutable" : "no-cache");
  reply.header("ETag", file.etag).header("Vary", "Accept-Encoding").type(file.contentType);
  if (isKnown) return reply.code(304).send();
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  return reply.send(body);
}

function sendMissing(reply: FastifyReply): FastifyReply {
  return reply.code(404).type("text/plain; charset=utf-8").send("没有这个文件");
}

function chooseEncoding(accepted: string | string[] | undefined, offered: readonly Encoding[]): Encoding {
  const names = String(accepted ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0+)?$/.test(part))
    .map((part) => part.split(";", 1)[0]);
  return offered.find((encoding) => names.includes(encoding)) ?? "identity";
}

function sendWaitingPage(reply: FastifyReply, failure: string | undefined): FastifyReply {
  const [title, text] = failure
    ? ["控制台未能构建", "请查看服务端输出的错误，修正后重新启动。"]
    : ["正在准备控制台", "首次启动需要构建页面，完成后会自动打开，请稍候。"];
  const refresh = failure ? "" : '<meta http-equiv="refresh" content="2">';
  const style =
    "body{font:14px/22px system-ui,sans-serif;display:grid;place-content:center;min-height:90vh;text-align:center;" +
    "color-scheme:light dark}h1{font-size:20px;font-weight:600;margin:0 0 8px}p{margin:0;opacity:.7}";
  return reply
    .code(503)
    .header("Retry-After", "2")
    .header("Cache-Control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">${refresh}<title>${title}</title>` +
        `<style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`,
    );
}
