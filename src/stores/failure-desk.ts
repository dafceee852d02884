import type { Failure } from "../api/failures.ts";
import { messages } from "../messages/messages.ts";
import type { FeedbackStore } from "./feedback.ts";

/** Time between the notice 未授权 and the sign-in page, in milliseconds. */
const signOutDelayMs = 1500;

export interface Desk {
  readonly feedback: FeedbackStore;
  /** Forgets the session and shows the sign-in page, remembering the place. */
  endSession(): void;
  /** Whether something was typed that a reload would lose. */
  hasUnsaved(): boolean;
  /** Offers to sign in over the page. */
  signInOver(): Promise<boolean>;
}

/** Open while the person is being told that the session ended; many failing calls make one dialog. */
let ending = false;

/** Does what the error catalogue says about a failed call. */
export function answerFailure(failure: Failure, desk: Desk, reason?: unknown): void {
  const { feedback } = desk;
  if (failure.action === "notice") {
    feedback.notify(failure.title === messages.failure.gatewayTimeout ? "warning" : "error", failure.message, {
      title: failure.title,
      reason,
    });
  }
  if (failure.action === "none" || failure.action === "notice" || ending) return;
  ending = true;
  const end = () => {
    ending = false;
    desk.endSession();
  };
  if (failure.action === "signOut") {
    feedback.notify("error", failure.message, { reason });
    if (desk.hasUnsaved()) {
      void desk.signInOver().finally(() => {
        ending = false;
      });
      return;
    }
    setTimeout(end, signOutDelayMs);
    return;
  }
  const { expiredTitle, expiredText, signInAgain } = messages.session;
  void feedback
    .confirm({ title: expiredTitle, content: expiredText, okText: signInAgain, cancellable: false })
    .then(end);
}
