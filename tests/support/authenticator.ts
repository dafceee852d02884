import { Secret, TOTP } from "otpauth";
import { addUser, type PersonOptions } from "./people.ts";
import { type CallOptions, type TestServer, testPassword } from "./test-server.ts";

export interface Challenge {
  readonly secondFactor?: string;
  readonly token?: string;
  readonly mustSetUpSecondFactor?: boolean;
}

/** The code of a step from this one on: the next is good for a minute still, so no test hurries. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

export const wrongCode = (secret: string): string => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ["000000", "000001", "000002", "000003", "000004", "000005"].find((code) => !near.has(code)) ?? "";
};

/** Signing in on one server, in one or two steps. */
export function signInWith(server: TestServer) {
  const signIn = (username: string, options?: CallOptions) =>
    server.anonymous.post<Challenge>("/sys/login", { username, password: testPassword }, options);
  const finish = (secondFactor: string | undefined, code: string, more: object = {}) =>
    server.anonymous.post<Challenge>("/sys/secondFactor/signIn", { secondFactor, code, ...more });
  const setUp = async (token: string | undefined) => {
    const client = server.withToken(token ?? "");
    const begun = await client.post<{ secret: string; uri: string }>("/sys/secondFactor/begin", {
      password: testPassword,
    });
    const { secret, uri } = begun.result;
    const confirmed = await client.post<{ recoveryCodes: string[] }>("/sys/secondFactor/confirm", {
      code: codeOf(secret),
    });
    return { client, secret, uri, recoveryCodes: confirmed.result.recoveryCodes };
  };
  /** A person with an authenticator; the code of this step is used up. */
  const protectedPerson = async (username: string, more: Partial<PersonOptions> = {}) => {
    const id = await addUser(server, { username, departs: ["A01"], ...more });
    const { result } = await signIn(username);
    return { id, ...(await setUp(result.token)) };
  };
  return { signIn, finish, setUp, protectedPerson };
}
