import type { ApiClient } from "../api/client.ts";
import { readSessionUser, type SessionStore } from "./session.ts";

export interface Department {
  readonly orgCode: string;
  readonly departName: string;
  /** Where it can be chosen; absent: in each tenant. */
  readonly tenantId?: string;
}

export interface Tenant {
  readonly id: string;
  readonly name: string;
}

export interface Workplaces {
  readonly departments: readonly Department[];
  readonly tenants: readonly Tenant[];
  /** Code of the department that the session is in. */
  readonly orgCode: string;
  /** Number of the tenant that the session is in. */
  readonly tenantId: string;
}

/**
 * Department and tenant that the session works in. Verbs reject with a RequestError that carries the server's message.
 */
export interface Workplace {
  load(): Promise<Workplaces>;
  /** Moves the session on the server, and with it what the console keeps of the user. */
  choose(choice: { readonly orgCode: string; readonly tenantId: string }): Promise<void>;
}

interface Parts {
  readonly client: Pick<ApiClient, "request">;
  readonly session: SessionStore;
}

/** The dialog says why a call failed. */
const quiet = "notices";

export function createWorkplace({ client, session }: Parts): Workplace {
  return {
    async load() {
      const [departs, tenants] = await Promise.all([
        client.request<unknown>({ method: "GET", url: "/sys/user/getCurrentUserDeparts", quiet }),
        client.request<unknown>({ method: "GET", url: "/sys/tenant/queryList", quiet }),
      ]);
      const { list, orgCode } = (departs ?? {}) as { readonly list?: unknown; readonly orgCode?: unknown };
      return {
        departments: records(list).map(({ orgCode: code, departName, tenantId }) => ({
          orgCode: String(code),
          departName: String(departName),
          ...(tenantId === null || tenantId === undefined ? {} : { tenantId: String(tenantId) }),
        })),
        tenants: records(tenants).map((row) => ({ id: String(row.id), name: String(row.name) })),
        orgCode: String(orgCode ?? ""),
        tenantId: session.tenantId,
      };
    },

    async choose({ orgCode, tenantId }) {
      const { userInfo } = await client.request<{ readonly userInfo?: unknown }>({
        method: "POST",
        url: "/sys/selectDepart",
        quiet,
        data: {
          username: session.user?.username,
          ...(orgCode ? { orgCode } : {}),
          ...(tenantId ? { loginTenantId: tenantId } : {}),
        },
      });
      const { mustChangePassword: _known, ...user } = readSessionUser(userInfo);
      // The answer of a server that names only the place leaves the person as they are.
      const { orgCode: place, tenantId: tenant } = user;
      session.updateUser(user.id === session.user?.id ? user : { orgCode: place, tenantId: tenant, mustChoose: false });
    },
  };
}

function records(wire: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(wire) ? wire.filter((row) => typeof row === "object" && row !== null) : [];
}
