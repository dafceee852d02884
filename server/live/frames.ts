/** What the notice channel sends (contract 04 §4.3). */
export type LiveFrame =
  | { readonly cmd: "topic"; readonly msgId: string; readonly msgTxt: string }
  | { readonly cmd: "user"; readonly userId: string; readonly msgId: string; readonly msgTxt: string }
  /** Documents are others now: open pages read theirs again, and what came with them. */
  | { readonly cmd: "documents"; readonly menus: boolean; readonly dictionaries: boolean }
  /** Screens that have just been published: their open pages offer the new version. */
  | { readonly cmd: "published"; readonly screens: readonly string[] }
  | { readonly cmd: "heartcheck"; readonly msgTxt: string };

/** Answers any text of a client: all that it may send is a sign of life. */
export const heartbeatAnswer: LiveFrame = { cmd: "heartcheck", msgTxt: "心跳响应" };

/** Something may have been missed on the way here: whoever hears it asks for their notices again. */
export const reloadFrame: LiveFrame = { cmd: "topic", msgId: "", msgTxt: "" };

/** Why the server ends a connection; the codes are those of RFC 6455 §7.4.1. */
export const closeReasons = {
  sessionEnded: { code: 1008, text: "session ended" },
  tooManyMessages: { code: 1008, text: "too many messages" },
  tooManyConnections: { code: 1013, text: "too many connections" },
  restarting: { code: 1012, text: "server restarting" },
} as const;
export type CloseReason = keyof typeof closeReasons;
