import { action, computed, makeObservable, observableRef, runInAction } from "mobx";
import { translateDocument } from "../../runtime/language/document-texts.ts";
import { decideOnPage, decidePage, type PermissionMark } from "../../runtime/permission/page-rights.ts";
import { type PermissionEntry, RequestError } from "../../runtime/react/services.ts";
import type { ApiClient } from "../api/client.ts";
import type { WireMenu } from "../api/wire-menu.ts";
import { messages } from "../messages/messages.ts";
import type { LocalEntries } from "./local-entries.ts";

interface Grants {
  readonly menu: readonly WireMenu[];
  readonly auth: readonly PermissionEntry[];
  readonly allAuth: readonly PermissionEntry[];
  /** Every code that the user holds, those of pages too. */
  readonly codeList: readonly string[];
}

const buttonLists = ["auth", "allAuth"] as const;
const nothing: Grants = { menu: [], auth: [], allAuth: [], codeList: [] };

/** A server that restarts is back within seconds; who reloads meanwhile must not be signed out for it. */
const retryAfterMs: readonly number[] = [300, 700, 1_500, 2_500];
const absentStatuses: readonly number[] = [0, 502, 503, 504];

/** What the signed-in user may see and do, as the server says. The server enforces it; this only shapes the screen. */
export class PermissionStore {
  private readonly client: Pick<ApiClient, "request">;
  private readonly entries: LocalEntries;
  private grants: Grants;
  private loading: Promise<void> | undefined;

  /** @param entries those of this browser tab: the button lists of the last load are known before the next answer */
  constructor(client: Pick<ApiClient, "request">, entries: LocalEntries) {
    this.client = client;
    this.entries = entries;
    this.grants = { ...nothing, ...readButtons(entries) };
    makeObservable<this, "grants">(this, { grants: observableRef, isLoaded: computed, clear: action });
  }

  /** An empty menu counts as not loaded. */
  get isLoaded(): boolean {
    return this.grants.menu.length > 0;
  }

  get menu(): readonly WireMenu[] {
    return this.grants.menu;
  }

  get auth(): readonly PermissionEntry[] {
    return this.grants.auth;
  }

  get allAuth(): readonly PermissionEntry[] {
    return this.grants.allAuth;
  }

  /** Loads menu and codes once; calls that come meanwhile share the answer. @throws when the call fails or the menu is empty */
  load(): Promise<void> {
    this.loading ??= this.fetchGrants().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }

  /**
   * Whether what has this code is offered: a button, or rows that have a page of their own.
   *
   * @param pageList `permissionList` of the page that the button stands on
   */
  has(code: string, pageList?: readonly PermissionMark[]): boolean {
    return decideOnPage(code, pageList, this.grants) || decidePage(code, this.grants, this.grants.codeList);
  }

  clear(): void {
    this.grants = nothing;
    this.loading = undefined;
    for (const name of buttonLists) this.entries.remove(name);
  }

  private async fetchGrants(): Promise<void> {
    const wire = await this.askPatiently();
    const menu = translateDocument(wire?.menu ?? []);
    if (menu.length === 0) throw new Error(messages.failure.emptyMenu);
    runInAction(() => {
      this.grants = { menu, auth: wire?.auth ?? [], allAuth: wire?.allAuth ?? [], codeList: wire?.codeList ?? [] };
    });
    for (const name of buttonLists) this.entries.write(name, this.grants[name]);
  }

  private async askPatiently(): Promise<Partial<Grants> | null> {
    for (const waitMs of retryAfterMs) {
      try {
        return await this.ask();
      } catch (error) {
        if (!(error instanceof RequestError && absentStatuses.includes(error.status))) throw error;
        await new Promise((resolve) => setTimeout(resolve, waitMs));
      }
    }
    return this.ask();
  }

  private ask(): Promise<Partial<Grants> | null> {
    return this.client.request<Partial<Grants> | null>({
      method: "GET",
      url: "/sys/permission/getUserPermissionByToken",
      // The guard shows what went wrong on the sign-in page.
      quiet: "all",
    });
  }
}

function readButtons(entries: LocalEntries): Pick<Grants, "auth" | "allAuth"> {
  const list = (name: string) => {
    const stored = entries.read(name);
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry?.action === "string") : [];
  };
  return { auth: list("auth"), allAuth: list("allAuth") };
}
