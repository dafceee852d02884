import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import type { Config } from "../config/config.ts";

/**
 * Headers of every answer. Scripts come from our own files only; styles may be inline because antd writes them;
 * a frame may show web pages because menus can point at them (without TLS also those without), and what a page of ours
 * made itself (a PDF that is looked at); nobody may frame us.
 */
export async function installSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const overTls = config.publicUrl?.startsWith("https://") ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'", "data:"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        frameSrc: ["'self'", overTls ? "https:" : "http:", "blob:"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "same-origin" },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
    xPoweredBy: true,
  });
  app.addHook("onSend", async (request, reply, payload) => {
    reply.header("X-Request-Id", request.id);
    if (isUnder(config.contextPath, request.url) && !reply.hasHeader("Cache-Control")) {
      reply.header("Cache-Control", "no-store");
    }
    return payload;
  });
}

/** Whether a URL (path and query) is the prefix itself or below it. */
export function isUnder(prefix: string, url: string): boolean {
  const path = url.split("?", 1)[0] ?? "";
  return path === prefix || path.startsWith(`${prefix}/`);
}
