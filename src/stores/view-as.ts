import type { ApiClient } from "../api/client.ts";
import { readSessionUser, type SessionStore } from "./session.ts";

/** Looking at the console as another user does; the server lets such a session read only. */
export interface ViewAs {
  /** @throws RequestError with the server's message */
  begin(userId: string): Promise<void>;
  /** Back to the own session, which was put aside. */
  end(): Promise<void>;
}

interface Parts {
  readonly client: Pick<ApiClient, "request">;
  readonly session: SessionStore;
  /** Opens the console anew: menus, permissions and lists belong to whoever is looking. */
  restart(): void;
}

interface WireViewAs {
  readonly token: string;
  readonly userInfo: unknown;
  readonly viewer: string;
}

export function createViewAs({ client, session, restart }: Parts): ViewAs {
  return {
    async begin(userId) {
      const data = { userId };
      const answer = await client.request<WireViewAs>({ method: "POST", url: "/sys/user/viewAs", data });
      session.lend(answer.token, { ...readSessionUser(answer.userInfo), viewedBy: answer.viewer });
      restart();
    },
    async end() {
      const { token } = session;
      // First: what the pages and the live channel ask meanwhile would be refused with a session that has ended.
      session.takeBack();
      // A session that has ended by itself needs no ending.
      const ending = { method: "POST", url: "/sys/logout", quiet: "all" } as const;
      await client.request({ ...ending, ...(token ? { token } : {}) }).catch(() => undefined);
      // With it the own pictures can be read again; if the own session has ended too, the console says so after its start.
      await client.request({ method: "GET", url: "/sys/user/getUserInfo" }).catch(() => undefined);
      restart();
    },
  };
}
