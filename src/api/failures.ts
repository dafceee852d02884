import { messages } from "../messages/messages.ts";
import type { Answer } from "./read-answer.ts";
import type { TransportFault } from "./transport.ts";

/** What the console does about a failed call, besides rejecting it. */
export type FailureAction =
  /** The screen that asked shows the message. */
  | "none"
  /** A notice with title and message. */
  | "notice"
  /** The dialog 登录已过期; afterwards the sign-in page. */
  | "expired"
  /** Sign out and go to the sign-in page after 1.5 s. */
  | "signOut";

export interface Failure {
  readonly title: string;
  readonly message: string;
  readonly action: FailureAction;
}

const { failure } = messages;

/** What a server says to a token that has ended: as the contract writes it, and in the language of the page. */
const sessionOver: readonly string[] = ["Token失效", failure.sessionOver];

const byFault: Record<TransportFault, Failure> = {
  cancelled: { title: failure.cancelled, message: failure.cancelled, action: "none" },
  timeout: { title: failure.gatewayTimeout, message: failure.timeout, action: "notice" },
  offline: { title: failure.systemNotice, message: failure.offline, action: "notice" },
  unreachable: { title: failure.systemNotice, message: failure.unreachable, action: "notice" },
};

interface StatusRule {
  readonly title: string;
  /** Used when the server sent no message of its own. */
  readonly message: string;
  readonly action: FailureAction;
  /** The catalogue's text wins over the server's. */
  readonly fixed?: true;
}

/** The error catalogue by HTTP status. 409 and 429 belong to the screen that asked: it shows the row, or the field. */
const byStatus: Readonly<Record<number, StatusRule>> = {
  401: { title: failure.unauthorised, message: failure.unauthorised, action: "signOut", fixed: true },
  403: { title: failure.forbidden, message: failure.forbidden, action: "notice" },
  404: { title: failure.systemNotice, message: failure.notFound, action: "notice", fixed: true },
  409: { title: failure.systemNotice, message: failure.unknown, action: "none" },
  429: { title: failure.systemNotice, message: failure.busy, action: "none" },
  502: { title: failure.systemNotice, message: failure.unavailable, action: "notice" },
  503: { title: failure.systemNotice, message: failure.busy, action: "notice" },
  504: { title: failure.gatewayTimeout, message: failure.gatewayTimeout, action: "notice", fixed: true },
};

const otherStatus: StatusRule = { title: failure.systemNotice, message: failure.unknown, action: "notice" };

/** Bodies that are no envelope, on a status that says success. */
const byShape: Record<"empty" | "html" | "broken" | "foreign", string> = {
  empty: failure.emptyAnswer,
  html: failure.unexpectedPage,
  broken: failure.brokenAnswer,
  foreign: failure.foreignAnswer,
};

export function failureOfFault(fault: TransportFault): Failure {
  return byFault[fault];
}

/**
 * Finds the failure of an answer.
 *
 * @param signedIn an ended session is only possible while a token is held; a wrong password is none
 * @returns undefined for a successful answer
 */
export function failureOfAnswer(status: number, answer: Answer, signedIn: boolean): Failure | undefined {
  if (status < 400 && answer.kind === "success") return undefined;
  const said = "envelope" in answer ? answer.envelope.message : "";
  if (signedIn && (status === 401 || status === 500) && sessionOver.some((words) => said.includes(words))) {
    return { title: messages.session.expiredTitle, message: messages.session.expiredText, action: "expired" };
  }
  if (status < 400) return failureOfSuccessStatus(answer, said);
  const rule = byStatus[status] ?? otherStatus;
  const message = rule.fixed && !(status === 401 && !signedIn) ? rule.message : said || rule.message;
  return { title: rule.title, message, action: rule.action === "signOut" && !signedIn ? "none" : rule.action };
}

function failureOfSuccessStatus(answer: Answer, said: string): Failure {
  if (answer.kind === "refused")
    return { title: failure.systemNotice, message: said || failure.unknown, action: "none" };
  const message = answer.kind === "success" ? failure.unknown : byShape[answer.kind];
  return { title: failure.systemNotice, message, action: "notice" };
}
