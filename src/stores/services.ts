import type { ConsoleServices, RequestOptions } from "../../runtime/react/services.ts";
import type { ApiClient } from "../api/client.ts";
import type { DictionaryStore } from "./dictionaries.ts";
import type { EarlyScreen } from "./early-screen.ts";
import type { FeedbackStore } from "./feedback.ts";
import type { PermissionStore } from "./permissions.ts";
import type { SessionStore } from "./session.ts";

/** A function that documents call by name. */
export type Handler = NonNullable<ConsoleServices["handlers"]>[string];

interface Parts {
  readonly client: ApiClient;
  readonly session: SessionStore;
  readonly permissions: PermissionStore;
  readonly dictionaries: DictionaryStore;
  readonly feedback: FeedbackStore;
  readonly apiBase: string;
  navigate(to: string): void;
  readonly timeZone: string;
  /** What documents may call by name. */
  readonly handlers?: ConsoleServices["handlers"];
  readonly liveRows?: ConsoleServices["liveRows"];
  readonly documents?: ConsoleServices["documents"];
  readonly early?: EarlyScreen;
}

/** Dictionaries and their items. */
const dictionaryRows = /^\/sys\/dict(?:Item)?\//;

const nobody = { id: "", username: "", realname: "", orgCode: "", roles: [] };

/** What screens may use of the console: the only way out of the runtime. */
export function createServices(parts: Parts): ConsoleServices {
  const { client, session, permissions, dictionaries, feedback } = parts;

  /** What was typed into a dictionary is read by the next page: the copy in this browser would be old for 7 days. */
  async function thenDictionaries<Answer>({ method, url }: RequestOptions, answer: Promise<Answer>): Promise<Answer> {
    const answered = await answer;
    // Nobody waits for it, and 刷新缓存 asks again.
    if (method !== "GET" && dictionaryRows.test(url)) dictionaries.reload().catch(() => undefined);
    return answered;
  }

  return {
    request: (options) => thenDictionaries(options, parts.early?.take(options) ?? client.request(options)),
    send: (options) => thenDictionaries(options, client.call({ ...options, quiet: "notices" })),
    lookUp: (options) => client.request({ ...options, quiet: "notices", isLookUp: true }),
    download: (options) => client.download(options),
    // Loaded with the first file: no list sends one.
    upload: async (file, options) => (await import("./send-file.ts")).sendFile(client, file, options),
    notify: (level, text, reason) => void feedback.notify(level, text, { reason }),
    confirm: (options) => feedback.confirm(options),
    navigate: parts.navigate,
    timeZone: parts.timeZone,
    ...(parts.handlers ? { handlers: parts.handlers } : {}),
    ...(parts.liveRows ? { liveRows: parts.liveRows } : {}),
    ...(parts.documents ? { documents: parts.documents } : {}),
    get user() {
      return session.user ?? nobody;
    },
    hasPermission: (code) => permissions.has(code),
    permissions: {
      get auth() {
        return permissions.auth;
      },
      get allAuth() {
        return permissions.allAuth;
      },
    },
    dictionaries: {
      peek: (code) => dictionaries.peek(code),
      load: (code) => dictionaries.load(code),
      search: (model, keyword, limit, where) => dictionaries.search(model, keyword, limit, where),
    },
    fileUrl: (path) => fileUrl(parts.apiBase, path),
  };
}

/**
 * Address of a stored file for an `<img>`: an http(s) address stays, anything else is a path below the file service.
 * Other schemes (`javascript:`, `data:`) never come back as an address.
 */
export function fileUrl(apiBase: string, path: string): string {
  if (/^https?:\/\//i.test(path)) return path;
  const parts = path.split("/").filter((part) => part !== "" && part !== "." && part !== "..");
  return `${apiBase}/sys/common/static/${parts.map(encodeURIComponent).join("/")}`;
}
