import type { ApiClient } from "../api/client.ts";

/** What a person sees and writes about themselves. */
export interface Profile {
  readonly username: string;
  readonly realname: string;
  readonly avatar: string;
  /** "", "1" or "2". */
  readonly sex: string;
  /** `yyyy-MM-dd` or empty. */
  readonly birthday: string;
  readonly email: string;
  readonly phone: string;
  readonly telephone: string;
}

export interface SecondFactorState {
  readonly isOn: boolean;
  /** `yyyy-MM-dd HH:mm:ss`, or empty. */
  readonly since: string;
  readonly recoveryCodesLeft: number;
  /** A role asks for it: it cannot be switched off. */
  readonly isRequired: boolean;
}

/** A browser whose sign-ins need no code. */
export interface KnownBrowser {
  readonly id: string;
  readonly device: string;
  readonly ip: string;
  readonly usedTime: string;
}

type Writable = Omit<Profile, "username" | "phone">;

export function readProfile(wire: unknown): Profile {
  const user = (typeof wire === "object" && wire !== null ? wire : {}) as Readonly<Record<string, unknown>>;
  const text = (name: string) => (user[name] === null || user[name] === undefined ? "" : String(user[name]));
  return {
    username: text("username"),
    realname: text("realname"),
    avatar: text("avatar"),
    sex: text("sex"),
    birthday: text("birthday").slice(0, 10),
    email: text("email"),
    phone: text("phone"),
    telephone: text("telephone"),
  };
}

/** Verbs of the personal centre; each rejects with a RequestError that carries the server's message. */
export function createProfileCalls(client: Pick<ApiClient, "request" | "call">) {
  const second = <Result>(verb: string, data: Readonly<Record<string, string>>) =>
    client.request<Result>({ method: "POST", url: `/sys/secondFactor/${verb}`, data, quiet: "notices" });
  return {
    secondFactor: {
      async state(): Promise<SecondFactorState> {
        const url = "/sys/secondFactor/state";
        const state = await client.request<Readonly<Record<string, unknown>>>({ method: "GET", url, quiet: "notices" });
        return {
          isOn: state.isOn === true,
          since: String(state.since ?? ""),
          recoveryCodesLeft: Number(state.recoveryCodesLeft),
          isRequired: state.isRequired === true,
        };
      },
      begin: (password: string) => second<{ readonly secret: string; readonly uri: string }>("begin", { password }),
      confirm: async (code: string) => readCodes(await second("confirm", { code })),
      renewCodes: async (code: string) => readCodes(await second("renewCodes", { code })),
      turnOff: (code: string) => second<null>("off", { code }),
      async browsers(): Promise<readonly KnownBrowser[]> {
        const url = "/sys/secondFactor/browsers";
        return (
          await client.request<{ readonly records: readonly KnownBrowser[] }>({ method: "GET", url, quiet: "notices" })
        ).records;
      },
      forget: (id: string) => second<null>("forgetBrowser", { id }),
    },
    async load(): Promise<Profile> {
      const answer = await client.request<{ readonly userInfo?: unknown }>({
        method: "GET",
        url: "/sys/user/getUserInfo",
        quiet: "notices",
      });
      return readProfile(answer?.userInfo);
    },
    async save(change: Partial<Writable>): Promise<Profile> {
      const data = Object.fromEntries(
        Object.entries(change).map(([name, value]) => [name, value === "" ? null : value]),
      );
      return readProfile(await client.request({ method: "PUT", url: "/sys/user/appEdit", data, quiet: "notices" }));
    },
    async changePhone(phone: string, smscode: string): Promise<void> {
      await client.call({ method: "PUT", url: "/sys/user/updateMobile", data: { phone, smscode }, quiet: "notices" });
    },
  };
}

const readCodes = ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }) => recoveryCodes;

export type ProfileCalls = ReturnType<typeof createProfileCalls>;
