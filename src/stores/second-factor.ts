import { action, makeObservable, observable } from "mobx";
import { RequestError } from "../../runtime/react/services.ts";
import type { Envelope } from "../../runtime/wire/envelope.ts";
import type { ApiClient } from "../api/client.ts";

/**
 * The second step of signing in: whoever signs in, by whatever form, waits here for the code; `SecondFactorDialog` asks
 * for it.
 */
export class SecondFactorStore {
  isOpen = false;
  private readonly client: Pick<ApiClient, "call">;
  private token = "";
  private answer: ((envelope: Envelope) => void) | undefined;
  private refuse: ((error: unknown) => void) | undefined;

  constructor(client: Pick<ApiClient, "call">) {
    this.client = client;
    makeObservable<this, "open">(this, { isOpen: observable, open: action, close: action });
  }

  /** Sends a sign-in. Where the account has an authenticator, the answer is that of the second step. */
  async complete(send: () => Promise<Envelope>): Promise<Envelope> {
    try {
      return await send();
    } catch (error) {
      const token = tokenOf(error);
      if (token === undefined) throw error;
      return new Promise((resolve, reject) => {
        this.answer = resolve;
        // Given up: the form says what was asked for.
        this.refuse = () => reject(error);
        this.open(token);
      });
    }
  }

  /** @throws RequestError with the server's message; the next code may be right */
  async send(code: string): Promise<void> {
    const data = { secondFactor: this.token, code };
    const envelope = await this.client.call({ method: "POST", url: "/sys/secondFactor/signIn", data, quiet: "all" });
    this.close();
    this.answer?.(envelope);
  }

  cancel(): void {
    this.close();
    this.refuse?.(undefined);
  }

  private open(token: string): void {
    this.token = token;
    this.isOpen = true;
  }

  close(): void {
    this.token = "";
    this.isOpen = false;
  }
}

function tokenOf(error: unknown): string | undefined {
  const said = error instanceof RequestError ? error.envelope?.result : undefined;
  const token = (said as { readonly secondFactor?: unknown } | null | undefined)?.secondFactor;
  return typeof token === "string" ? token : undefined;
}
