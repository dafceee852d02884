import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration, type KoaContextWithOIDC } from "oidc-provider";

export interface RealProvider {
  readonly issuer: string;
  /** Who is signed in there; `undefined` makes the person refuse. */
  account: string | undefined;
  /** By account: claims beside `sub`. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  /** Signs the person out there, which calls every client's back-channel address. */
  readonly provider: Provider;
  close(): Promise<void>;
}

interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
  readonly logoutUri: string;
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: "first", alg: "RS256", use: "sig" };
}

/** A certified OpenID Connect provider (oidc-provider) with one client; its sign-in page answers by itself. */
export async function startRealProvider({ id, secret, redirectUri, logoutUri }: Client): Promise<RealProvider> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const settings: Configuration = {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [await signingKey()] },
    cookies: { keys: ["a key of the test"] },
    pkce: { required: () => true },
    claims: { openid: ["sub"], profile: ["name", "preferred_username", "groups"], email: ["email", "email_verified"] },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    // Its own refuses to call this machine.
    fetch: (url: string, { signal, method, headers, body }: RequestInit) =>
      fetch(url, { signal: signal ?? null, method: method ?? "GET", headers: headers ?? {}, body: body ?? null }),
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  };
  const provider = new Provider(issuer, settings);
  const real: RealProvider = {
    issuer,
    account: "a1",
    people,
    provider,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  provider.use(async (context: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (!context.path.startsWith("/interaction/")) return next();
    await answerInteraction(provider, context, real.account);
  });
  server.on("request", provider.callback());
  return real;
}

/** What a person would press: the account, then consent to everything. */
async function answerInteraction(provider: Provider, { req, res }: KoaContextWithOIDC, account: string | undefined) {
  if (account === undefined) {
    return provider.interactionFinished(req, res, { error: "access_denied" }, { mergeWithLastSubmission: false });
  }
  const { prompt, params, session } = await provider.interactionDetails(req, res);
  if (prompt.name === "login") return provider.interactionFinished(req, res, { login: { accountId: account } });
  const grant = new provider.Grant({ accountId: session?.accountId ?? account, clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(req, res, { consent: { grantId: await grant.save() } });
}
