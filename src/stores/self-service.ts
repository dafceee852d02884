import type { ApiClient } from "../api/client.ts";

/** `smsmode` of the contract by what the code is for. */
const smsModes = { login: "0", register: "1", reset: "2" } as const;
export type CodePurpose = keyof typeof smsModes;

export interface Registration {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly phone: string;
  readonly code: string;
}

export interface CaptchaAnswer {
  readonly captcha: string;
  readonly checkKey: string;
}

/** Proof of a number for the last step of the forgotten password. */
export interface PhoneProof {
  readonly username: string;
  readonly phone: string;
  readonly ticket: string;
}

/**
 * What a person does before they can sign in. Every verb rejects with a RequestError that carries the server's message.
 */
export interface SelfService {
  sendCode(phone: string, purpose: CodePurpose): Promise<void>;
  register(person: Registration): Promise<void>;
  /** First step of the forgotten password; the answer tells nothing about the account. */
  findAccount(account: string, check: CaptchaAnswer): Promise<void>;
  /** Second step. */
  verifyPhone(
    wanted: { readonly account: string; readonly phone: string; readonly code: string },
    check: CaptchaAnswer,
  ): Promise<PhoneProof>;
  /** Third step. */
  resetPassword(proof: PhoneProof, password: string): Promise<void>;
  /** Whose password a one-time link sets. */
  openResetLink(token: string): Promise<string>;
  resetByLink(token: string, password: string): Promise<void>;
}

/** Refusals belong to the form that asked. */
const quiet = "all";

export function createSelfService(client: Pick<ApiClient, "call" | "request">): SelfService {
  const post = (url: string, data: unknown) => client.call({ method: "POST", url, data, quiet });
  return {
    async sendCode(mobile, purpose) {
      await post("/sys/sms", { mobile, smsmode: smsModes[purpose] });
    },
    async register({ code, email, ...person }) {
      await post("/sys/user/register", { ...person, smscode: code, ...(email ? { email } : {}) });
    },
    async findAccount(username, check) {
      await client.call({ method: "GET", url: "/sys/user/querySysUser", params: { username, ...check }, quiet });
    },
    async verifyPhone({ account, phone, code }, check) {
      const { result } = await post("/sys/user/phoneVerification", {
        username: account,
        phone,
        smscode: code,
        ...check,
      });
      const proof = (result ?? {}) as { readonly smscode?: unknown; readonly username?: unknown };
      return { phone, username: String(proof.username ?? ""), ticket: String(proof.smscode ?? "") };
    },
    async resetPassword({ username, phone, ticket }, password) {
      await post("/sys/user/passwordChange", { username, phone, smscode: ticket, password });
    },
    async openResetLink(token) {
      const { result } = await post("/sys/user/checkResetLink", { token });
      return String((result as { readonly username?: unknown } | null)?.username ?? "");
    },
    async resetByLink(token, password) {
      await post("/sys/user/resetByLink", { token, password });
    },
  };
}
