import { action, makeObservable, observable } from "mobx";
import { RequestError } from "../../runtime/react/services.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { ApiClient } from "../api/client.ts";

/** What a code is asked for: the second step of signing in, or something that wants a fresh one. */
export type CodePurpose = "signIn" | "confirm";

interface Question {
  readonly purpose: CodePurpose;
  send(code: string, remember: boolean): Promise<void>;
  giveUp(): void;
}

/**
 * Codes of two-step verification. Whoever signs in, by whatever form, and every call that wants a fresh code waits here;
 * `SecondFactorDialog` asks for it.
 */
export class SecondFactorStore {
  purpose: CodePurpose | undefined;
  private readonly client: Pick<ApiClient, "call">;
  private question: Question | undefined;
  private proving: Promise<boolean> | undefined;

  constructor(client: Pick<ApiClient, "call">) {
    this.client = client;
    makeObservable<this, "open">(this, { purpose: observable, open: action, close: action });
  }

  /** Sends a sign-in. Where the account has an authenticator, the answer is that of the second step. */
  async complete(send: () => Promise<Envelope>): Promise<Envelope> {
    try {
      return await send();
    } catch (error) {
      const secondFactor = tokenOf(error);
      if (secondFactor === undefined) throw error;
      return new Promise((resolve, reject) => {
        this.open({
          purpose: "signIn",
          send: async (code, remember) => resolve(await this.post("signIn", { secondFactor, code, remember })),
          // Given up: the form says what was asked for.
          giveUp: () => reject(error),
        });
      });
    }
  }

  /** Asks for a fresh code. Many calls may wait for one answer. @returns false when it was given up */
  prove(): Promise<boolean> {
    this.proving ??= new Promise<boolean>((resolve) => {
      this.open({
        purpose: "confirm",
        send: async (code) => {
          await this.post("prove", { code });
          resolve(true);
        },
        giveUp: () => resolve(false),
      });
    }).finally(() => {
      this.proving = undefined;
    });
    return this.proving;
  }

  /** @throws RequestError with the server's message; the next code may be right */
  async send(code: string, remember = false): Promise<void> {
    await this.question?.send(code, remember);
    this.close();
  }

  cancel(): void {
    this.question?.giveUp();
    this.close();
  }

  private post(verb: string, data: Readonly<Record<string, unknown>>): Promise<Envelope> {
    return this.client.call({ method: "POST", url: `/sys/secondFactor/${verb}`, data, quiet: "all" });
  }

  private open(question: Question): void {
    this.question = question;
    this.purpose = question.purpose;
  }

  close(): void {
    this.question = undefined;
    this.purpose = undefined;
  }
}

function tokenOf(error: unknown): string | undefined {
  const said = error instanceof RequestError ? error.envelope?.result : undefined;
  const token = (said as { readonly secondFactor?: unknown } | null | undefined)?.secondFactor;
  return typeof token === "string" ? token : undefined;
}
