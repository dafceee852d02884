import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export interface LyingProvider {
  readonly issuer: string;
  /** Claims of the next ID token, over the usual ones. */
  claims: Record<string, unknown>;
  userinfo: Record<string, unknown>;
  /** Answers in place of the usual ones; `hang` never answers. */
  token: "right" | "hang" | "down" | "html" | "used" | "unsigned" | "foreign key" | "secret key";
  discovery: "right" | "hang" | "down" | "other issuer";
  /** Parameters that the person comes back with, over the usual ones. */
  answer: Record<string, string>;
  /** New keys from now on. */
  rotate(): Promise<void>;
  sign(claims: Record<string, unknown>, header?: { readonly typ?: string; readonly key?: CryptoKey }): Promise<string>;
  calls: string[];
  close(): Promise<void>;
}

/** A provider that a test steers: it says whatever the test wants to be said. */
export async function startLyingProvider(clientId: string): Promise<LyingProvider> {
  let keys = await makeKeys("k1");
  const foreign = await makeKeys("k1");
  const nonces = new Map<string, string>();
  let issuer = "";

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: LyingProvider = {
    issuer,
    claims: {},
    userinfo: {},
    token: "right",
    discovery: "right",
    answer: {},
    calls: [],
    rotate: async () => {
      keys = await makeKeys(`k${Date.now()}`);
    },
    sign,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return self;

  function sign(claims: Record<string, unknown>, { typ = "JWT", key = keys.privateKey } = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const all = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...claims };
    return new SignJWT(all).setProtectedHeader({ alg: "RS256", kid: String(keys.jwk.kid), typ }).sign(key);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    self.calls.push(url.pathname);
    const json = (value: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (url.pathname === "/.well-known/openid-configuration") {
      if (self.discovery === "hang") return;
      if (self.discovery === "down") return void json({}, 503);
      return void json({
        issuer: self.discovery === "other issuer" ? "http://127.0.0.1:1" : issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/me`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      });
    }
    if (url.pathname === "/keys") return void json({ keys: [keys.jwk] });
    if (url.pathname === "/auth") {
      const code = `c${Math.random().toString(36).slice(2)}`;
      nonces.set(code, url.searchParams.get("nonce") ?? "");
      const back = new URL(String(url.searchParams.get("redirect_uri")));
      const said = { code, state: String(url.searchParams.get("state")), ...self.answer };
      for (const [name, value] of Object.entries(said)) if (value !== "") back.searchParams.set(name, value);
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/me") return void json({ sub: "p1", ...self.userinfo });
    if (url.pathname !== "/token" || self.token === "hang") return;
    if (self.token === "down") return void json({}, 500);
    if (self.token === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<p>hello</p>");
    const form = new URLSearchParams(await readText(request));
    const nonce = nonces.get(String(form.get("code")));
    nonces.delete(String(form.get("code")));
    if (self.token === "used" || nonce === undefined) return void json({ error: "invalid_grant" }, 400);
    const claims = { sub: "p1", nonce, ...self.claims };
    return void json({ access_token: "t", token_type: "Bearer", expires_in: 60, id_token: await idToken(claims) });
  }

  async function idToken(claims: Record<string, unknown>): Promise<string> {
    if (self.token === "foreign key") return sign(claims, { key: foreign.privateKey });
    const now = Math.floor(Date.now() / 1_000);
    const all = { iss: issuer, aud: clientId, iat: now, exp: now + 300, ...claims };
    if (self.token === "secret key") {
      return new SignJWT(all).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode("secret"));
    }
    if (self.token !== "unsigned") return sign(claims);
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${part({ alg: "none" })}.${part(all)}.`;
  }
}

async function makeKeys(kid: string): Promise<{ readonly privateKey: CryptoKey; readonly jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
