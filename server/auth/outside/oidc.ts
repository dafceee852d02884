import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from "jose";
import * as openid from "openid-client";
import { AppError } from "../../http/errors.ts";
import { type Outgoing, outgoingLimits } from "../../http/net/outgoing.ts";
import { type Claims, type Person, type Provider, readPerson } from "./provider.ts";

const metadataMs = 10 * 60_000;
const toleranceSeconds = 60;
/** An ID token is made while the person waits: one that is older, or not made yet, comes from another clock. */
const freshSeconds = 120;
/** A forged key id must not make us ask for keys again and again. */
const keysCooldownMs = 5_000;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";
/** Signatures that only the provider can make: whoever knows the client secret could make the others. */
const signatures = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** What has to be known again when the person comes back. */
export interface OidcFlow {
  readonly verifier: string;
  readonly nonce: string;
  readonly redirectUri: string;
}

/** Whose session a provider has ended. */
export interface EndedOutside {
  readonly subject: string;
  readonly sid: string;
  /** Names the token for ever, so that it has its effect once. */
  readonly tokenId: string;
  /** Epoch milliseconds after which a repetition is refused for its age alone. */
  readonly expiresAt: number;
}

/** OpenID Connect by code flow with PKCE; every identity is checked by its signature, whatever way it came. */
export class Oidc {
  readonly #out: Outgoing;
  readonly #metadata = new Map<string, { readonly at: number; readonly value: openid.ServerMetadata }>();
  readonly #keys = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

  constructor(out: Outgoing) {
    this.#out = out;
  }

  /** Forgets what providers said of themselves. */
  clear(): void {
    this.#metadata.clear();
    this.#keys.clear();
  }

  /** Where to send the browser; the state is the caller's to add. */
  async begin(provider: Provider, redirectUri: string): Promise<{ readonly url: URL; readonly flow: OidcFlow }> {
    const config = await this.#configuration(provider);
    const flow = { verifier: openid.randomPKCECodeVerifier(), nonce: openid.randomNonce(), redirectUri };
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: provider.scopes,
      response_type: "code",
      code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
      code_challenge_method: "S256",
      nonce: flow.nonce,
    });
    return { url, flow };
  }

  /** @param search the query that the provider sent the browser back with */
  async finish(
    provider: Provider,
    { verifier, nonce, redirectUri }: OidcFlow,
    search: string,
    state: string,
  ): Promise<Person> {
    try {
      // Made anew for each sign-in: its keys are read now, so a key that was replaced is known at once.
      const config = await this.#configuration(provider);
      const address = new URL(redirectUri);
      address.search = search;
      const tokens = await openid.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as Claims & { sub: string; iat: number };
      if (Math.abs(Date.now() / 1_000 - claims.iat) > freshSeconds) {
        throw new AppError("THIRD_CLOCK", { details: { provider: provider.name } });
      }
      const more = config.serverMetadata().userinfo_endpoint
        ? ((await openid.fetchUserInfo(config, tokens.access_token, claims.sub)) as Claims)
        : {};
      return readOidcPerson(provider, claims, more);
    } catch (error) {
      this.#metadata.delete(provider.id);
      throw error;
    }
  }

  /** Reads what the provider says of itself and its keys, for an administrator who tries it. */
  async probe(provider: Provider): Promise<void> {
    this.#metadata.delete(provider.id);
    const config = await this.#configuration(provider);
    const { jwks_uri: keys, authorization_endpoint: door } = config.serverMetadata();
    if (!door) throw misconfigured(provider, "对方没有说明登录地址");
    if (!keys) throw misconfigured(provider, "对方没有公开签名密钥");
    const answer = await this.#out.fetch(keys, {});
    const { keys: list } = (await answer.json()) as { readonly keys?: unknown };
    if (!Array.isArray(list) || list.length === 0) throw misconfigured(provider, "对方没有公开签名密钥");
  }

  /**
   * Checks a logout token (OpenID Connect Back-Channel Logout 1.0 §2.6).
   *
   * @throws Error of jose, or AppError THIRD_LOGOUT_REFUSED, for anything but a fresh token of this provider for us
   */
  async readLogoutToken(provider: Provider, token: string): Promise<EndedOutside> {
    const { issuer, jwks_uri: uri } = (await this.#configuration(provider)).serverMetadata();
    const { payload, protectedHeader } = await jwtVerify(token, this.#keysOf(provider, String(uri)), {
      issuer,
      audience: provider.clientId,
      algorithms: signatures,
      clockTolerance: toleranceSeconds,
      maxTokenAge: freshSeconds,
      requiredClaims: ["iat", "jti", "events"],
    });
    const events = payload.events as Readonly<Record<string, unknown>> | undefined;
    const type = protectedHeader.typ?.toLowerCase();
    const subject = typeof payload.sub === "string" ? payload.sub : "";
    const sid = typeof payload.sid === "string" ? payload.sid : "";
    const isOurs =
      (type === undefined || type === "logout+jwt" || type === "jwt") &&
      typeof events === "object" &&
      events !== null &&
      Object.hasOwn(events, logoutEvent) &&
      payload.nonce === undefined &&
      (subject !== "" || sid !== "");
    if (!isOurs) throw new AppError("THIRD_LOGOUT_REFUSED");
    const expiresAt = Date.now() + (freshSeconds + toleranceSeconds) * 2_000;
    return { subject, sid, tokenId: `${provider.id}\n${payload.jti}`, expiresAt };
  }

  #keysOf(provider: Provider, uri: string): ReturnType<typeof createRemoteJWKSet> {
    const name = `${provider.id} ${uri}`;
    const known =
      this.#keys.get(name) ??
      createRemoteJWKSet(new URL(uri), {
        timeoutDuration: outgoingLimits.callMs,
        cooldownDuration: keysCooldownMs,
        [joseFetch]: this.#out.fetch,
      });
    this.#keys.set(name, known);
    return known;
  }

  async #configuration(provider: Provider): Promise<openid.Configuration> {
    const { clientId, clientSecret, address } = provider;
    const server = await this.#serverMetadata(provider);
    const config = new openid.Configuration(
      structuredClone(server),
      clientId,
      { ...(clientSecret ? { client_secret: clientSecret } : {}), [openid.clockTolerance]: toleranceSeconds },
      authenticationOf(clientSecret, server),
    );
    config[openid.customFetch] = this.#out.fetch;
    config.timeout = outgoingLimits.callMs / 1_000;
    openid.enableNonRepudiationChecks(config);
    // Only where the address itself says so, and that is on this machine alone (`whyUnreachable`).
    if (address.startsWith("http:")) openid.allowInsecureRequests(config);
    return config;
  }

  async #serverMetadata(provider: Provider): Promise<openid.ServerMetadata> {
    const known = this.#metadata.get(provider.id);
    if (known && performance.now() - known.at < metadataMs) return known.value;
    const isPlain = provider.address.startsWith("http:");
    const config = await openid.discovery(new URL(provider.address), provider.clientId, undefined, openid.None(), {
      [openid.customFetch]: this.#out.fetch,
      timeout: outgoingLimits.callMs / 1_000,
      ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
    });
    const value = { ...config.serverMetadata() };
    const door = String(value.authorization_endpoint ?? "");
    if (!/^https:\/\//.test(door) && !isPlain) throw misconfigured(provider, "对方的登录地址不是 https");
    this.#metadata.set(provider.id, { at: performance.now(), value });
    return value;
  }
}

/** Without a secret the client is public, and PKCE alone keeps a stolen code from being used. */
function authenticationOf(secret: string, server: openid.ServerMetadata): openid.ClientAuth {
  if (secret === "") return openid.None();
  const offered = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return offered.includes("client_secret_basic") ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
}

/** What the user-info endpoint says goes before the ID token; an address counts as verified by the one that told it. */
function readOidcPerson(provider: Provider, claims: Claims & { sub: string }, more: Claims): Person {
  const all = { ...claims, ...more };
  const verified = (name: string, flag: string) => {
    const teller = Object.hasOwn(more, name) ? more : claims;
    return teller[flag] === true;
  };
  return readPerson(provider, all, {
    issuer: String(claims.iss),
    subject: claims.sub,
    sid: typeof claims.sid === "string" ? claims.sid : "",
    // The two flags speak of the standard claims and of no other.
    isEmailVerified: provider.claims.email === "email" && verified("email", "email_verified"),
    isPhoneVerified: provider.claims.phone === "phone_number" && verified("phone_number", "phone_number_verified"),
  });
}

function misconfigured(provider: Provider, reason: string): AppError {
  return new AppError("THIRD_CONFIG", { details: { provider: provider.name, reason } });
}
