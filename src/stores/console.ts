import { createContext, useContext } from "react";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { readApiBase } from "../api/api-base.ts";
import { type ApiClient, createClient } from "../api/client.ts";
import type { Transport } from "../api/transport.ts";
import { FeedbackStore } from "../feedback/feedback.ts";
import { type Account, createAccount } from "./account.ts";
import { DictionaryStore } from "./dictionaries.ts";
import { answerFailure } from "./failure-desk.ts";
import { createLocalEntries } from "./local-entries.ts";
import { NavigationStore } from "./navigation.ts";
import { PermissionStore } from "./permissions.ts";
import { RenewalStore } from "./renewal.ts";
import { createSelfService, type SelfService } from "./self-service.ts";
import { createServices } from "./services.ts";
import { SessionStore } from "./session.ts";
import { SettingsStore } from "./settings.ts";
import { TabsStore } from "./tabs.ts";
import { createWorkplace, type Workplace } from "./workplace.ts";

/** Everything the console knows, made once at start and given to components by context. */
export interface Console {
  readonly client: ApiClient;
  readonly session: SessionStore;
  readonly permissions: PermissionStore;
  readonly navigation: NavigationStore;
  readonly dictionaries: DictionaryStore;
  readonly tabs: TabsStore;
  readonly settings: SettingsStore;
  readonly feedback: FeedbackStore;
  readonly renewal: RenewalStore;
  readonly account: Account;
  readonly selfService: SelfService;
  readonly workplace: Workplace;
  readonly services: ConsoleServices;
  /** Set by the router; navigates inside the console. */
  go: (to: string, options?: { readonly replace?: boolean }) => void;
}

interface ConsoleOptions {
  /** Whether the operating system prefers dark. */
  readonly systemDark: boolean;
  /** How calls are sent; the browser's own way by default. */
  readonly transport?: Transport;
}

export function createConsole({ systemDark, transport }: ConsoleOptions): Console {
  const lasting = createLocalEntries(() => window.localStorage);
  const passing = createLocalEntries(() => window.sessionStorage);
  const session = new SessionStore(lasting, passing);
  const feedback = new FeedbackStore();
  const renewal = new RenewalStore(feedback);
  const apiBase = readApiBase();
  const client = createClient(
    {
      baseUrl: apiBase,
      token: () => session.token,
      tenantId: () => session.tenantId,
      // Before the first page there is nothing to keep, and nothing that could draw the dialog.
      recover: async () => permissions.isLoaded && renewal.ask(),
      onFailure: (failure) => answerFailure(failure, { feedback, endSession: () => account.forget() }),
    },
    transport,
  );
  const permissions = new PermissionStore(client);
  const tabs = new TabsStore();
  const dictionaries = new DictionaryStore(client, lasting);
  const account = createAccount({
    client,
    session,
    permissions,
    dictionaries,
    tabs,
    feedback,
    leave: (to) => made.go(to),
  });
  const services = createServices({
    client,
    session,
    permissions,
    dictionaries,
    feedback,
    apiBase,
    navigate: (to) => made.go(to),
  });
  const made: Console = {
    client,
    session,
    permissions,
    navigation: new NavigationStore(permissions),
    dictionaries,
    tabs,
    settings: new SettingsStore(lasting, systemDark),
    feedback,
    renewal,
    account,
    selfService: createSelfService(client),
    workplace: createWorkplace({ client, session }),
    services,
    go: (to) => window.location.assign(to),
  };
  return made;
}

const ConsoleContext = createContext<Console | undefined>(undefined);

export const ConsoleProvider = ConsoleContext.Provider;

export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error("useConsole needs a ConsoleProvider above it");
  return value;
}
