import { action, makeObservable, observable } from "mobx";
import { messages } from "../messages/messages.ts";
import type { FeedbackStore } from "./feedback.ts";

/**
 * Signing in again over the page after the session has ended (ERR-03). Many calls that meet the end wait for one answer;
 * `RenewalDialog` draws the form.
 */
export class RenewalStore {
  isOpen = false;
  private readonly feedback: FeedbackStore;
  private waiting: Promise<boolean> | undefined;
  private answer: (isSame: boolean) => void = () => {};

  constructor(feedback: FeedbackStore) {
    this.feedback = feedback;
    makeObservable<this, "open">(this, { isOpen: observable, open: action, settle: action });
  }

  /** Resolves true when the same person has signed in again, and the failed call can be repeated. */
  ask(): Promise<boolean> {
    this.waiting ??= this.run().finally(() => {
      this.waiting = undefined;
    });
    return this.waiting;
  }

  /** The dialog is done: the same person goes on, or not. */
  settle(isSame: boolean): void {
    this.isOpen = false;
    this.answer(isSame);
  }

  private async run(): Promise<boolean> {
    const { expiredTitle: title, expiredText: content, signInAgain: okText } = messages.session;
    await this.feedback.confirm({ title, content, okText, cancellable: false });
    return new Promise((resolve) => {
      this.answer = resolve;
      this.open();
    });
  }

  private open(): void {
    this.isOpen = true;
  }
}
