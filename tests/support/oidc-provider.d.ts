/** The package ships no types; these are the parts that the tests use. */
declare module "oidc-provider" {
  import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

  export type Configuration = Readonly<Record<string, unknown>>;
  export interface KoaContextWithOIDC {
    readonly path: string;
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
  }
  interface Interaction {
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, unknown>>;
    readonly session?: { readonly accountId?: string };
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (values: {
      readonly accountId: string;
      readonly clientId: string;
    }) => Grant;
    use(middleware: (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<unknown>): void;
    callback(): RequestListener;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { readonly mergeWithLastSubmission?: boolean },
    ): Promise<void>;
  }
}
