/** L general, M important, H urgent. */
export type Priority = "L" | "M" | "H";

/** A stored file, by the name that it was given when it was uploaded. */
export interface Attachment {
  readonly path: string;
  readonly name: string;
}

/** A notice as the bell shows it. */
export interface Announcement {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly sender: string;
  /** `yyyy-MM-dd HH:mm:ss` in the business time zone. */
  readonly sentAt: string;
  readonly priority: Priority;
  readonly kind: "notice" | "system";
  /** Present in the whole announcement only. */
  readonly html: string | undefined;
  readonly files: readonly Attachment[];
  /** How many have and have not read it; told to those who may know. */
  readonly reads: { readonly read: number; readonly unread: number } | undefined;
  readonly openType: "url" | "component" | undefined;
  readonly openPage: string;
  readonly busId: string;
}

type Wire = Readonly<Record<string, unknown>>;

/** An announcement as the server sends it -> as the console uses it. `titile` is the contract's spelling. */
export function readAnnouncement(wire: Wire): Announcement {
  const text = (name: string) => (wire[name] === null || wire[name] === undefined ? "" : String(wire[name]));
  const openType = text("openType");
  return {
    id: text("anntId") || text("id"),
    title: text("titile"),
    summary: text("msgAbstract"),
    sender: text("sender_dictText") || text("sender"),
    sentAt: text("sendTime") || text("createTime"),
    priority: text("priority") === "H" ? "H" : text("priority") === "M" ? "M" : "L",
    kind: text("msgCategory") === "2" ? "system" : "notice",
    html: typeof wire.msgContent === "string" ? wire.msgContent : undefined,
    files: readFiles(text("files"), text("files_dictText")),
    reads:
      typeof wire.readCount === "number" && typeof wire.unreadCount === "number"
        ? { read: wire.readCount, unread: wire.unreadCount }
        : undefined,
    openType: openType === "url" || openType === "component" ? openType : undefined,
    openPage: text("openPage"),
    busId: text("busId"),
  };
}

/** Paths and names, each joined by commas. A name with a comma in it leaves all of them to their paths. */
function readFiles(joined: string, joinedNames: string): readonly Attachment[] {
  const paths = joined.split(",").filter(Boolean);
  const names = joinedNames.split(",");
  const isEach = names.length === paths.length;
  return paths.map((path, index) => ({ path, name: (isEach && names[index]) || (path.split("/").at(-1) ?? path) }));
}

/** What is unread: the newest of each kind, and how many there are. */
export interface Unread {
  readonly notice: { readonly list: readonly Announcement[]; readonly total: number };
  readonly system: { readonly list: readonly Announcement[]; readonly total: number };
}

export const nothingUnread: Unread = { notice: { list: [], total: 0 }, system: { list: [], total: 0 } };

export function readUnread(wire: unknown): Unread {
  const answer = (typeof wire === "object" && wire !== null ? wire : {}) as Wire;
  const list = (name: string) => {
    const rows = answer[name];
    return Array.isArray(rows)
      ? rows.filter((row) => typeof row === "object" && row !== null).map(readAnnouncement)
      : [];
  };
  const total = (name: string) => (Number.isFinite(Number(answer[name])) ? Number(answer[name]) : 0);
  return {
    notice: { list: list("anntMsgList"), total: total("anntMsgTotal") },
    system: { list: list("sysMsgList"), total: total("sysMsgTotal") },
  };
}
