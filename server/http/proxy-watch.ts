import { BlockList, isIP } from "node:net";
import type { FastifyInstance } from "fastify";

const own = new BlockList();
own.addSubnet("127.0.0.0", 8);
own.addSubnet("10.0.0.0", 8);
own.addSubnet("172.16.0.0", 12);
own.addSubnet("192.168.0.0", 16);
own.addAddress("::1", "ipv6");
own.addSubnet("fc00::", 7, "ipv6");
own.addSubnet("fe80::", 10, "ipv6");

/**
 * Notices a reverse proxy that the settings do not name: then all people have the proxy's address, in the log and for
 * the limits of signing in. Told once in the log; the page 服务器信息 shows it as long as the process lives.
 */
export class ProxyWatch {
  readonly #trusted: readonly string[];
  #unknown: string | undefined;

  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies;
  }

  /** Address of the proxy that was not named, as soon as one was seen. */
  get unknownProxy(): string | undefined {
    return this.#unknown;
  }

  install(app: FastifyInstance): void {
    app.addHook("onRequest", async (request) => {
      if (this.#unknown !== undefined || request.headers["x-forwarded-for"] === undefined) return;
      const peer = (request.socket.remoteAddress ?? "").replace(/^::ffff:/, "");
      // Believed: the address is already another one. From outside, the header is made up and means nothing.
      if (request.ip.replace(/^::ffff:/, "") !== peer || !isOwnNetwork(peer)) return;
      this.#unknown = peer;
      const trustedProxies = this.#trusted.join(",");
      app.log.warn(
        { proxy: peer, trustedProxies },
        "X-Forwarded-For comes from a proxy that TRUSTED_PROXIES does not name: everybody behind it counts as one address",
      );
    });
  }
}

function isOwnNetwork(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && own.check(address, version === 6 ? "ipv6" : "ipv4");
}
