import type { ApiClient } from "../api/client.ts";

/** What a person sees and writes about himself. */
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
  return {
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

export type ProfileCalls = ReturnType<typeof createProfileCalls>;
