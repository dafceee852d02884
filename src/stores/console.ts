import { computed, makeObservable, reaction } from "mobx";
import { createContext, useContext } from "react";
import { loadPart, whenPartFails } from "../../runtime/react/lazy-part.ts";
import type { ConsoleServices, LiveRows } from "../../runtime/react/services.ts";
import type { ShippedHandler } from "../../runtime/registry/shipped-handlers.ts";
import { readApiBase } from "../api/api-base.ts";
import { type ApiClient, createClient } from "../api/client.ts";
import { siteSettings } from "../api/site-settings.ts";
import type { Transport } from "../api/transport.ts";
import { connectNotices, connectTables } from "../live/connect.ts";
import { DocumentChannel } from "../live/document-news.ts";
import { messages } from "../messages/messages.ts";
import { loginAddress, remembering, setUpFactorPath } from "../router/guard.ts";
import { buildNavigation, findRoute, type Navigation } from "../router/menu-routes.ts";
import { type Account, createAccount } from "./account.ts";
import type { Announcement } from "./announcement.ts";
import { DictionaryStore } from "./dictionaries.ts";
import { EarlyScreen } from "./early-screen.ts";
import { answerFailure } from "./failure-desk.ts";
import { FavouritesStore } from "./favourites.ts";
import { FeedbackStore } from "./feedback.ts";
import { createLocalEntries } from "./local-entries.ts";
import { LockStore } from "./lock.ts";
import { NoticeStore } from "./notice-store.ts";
import { createPasswordLock } from "./password-lock.ts";
import { PermissionStore } from "./permissions.ts";
import { refreshDictionaries } from "./refresh-dictionaries.ts";
import { RenewalStore } from "./renewal.ts";
import { SecondFactorStore } from "./second-factor.ts";
import { createServices, type Handler } from "./services.ts";
import { readSessionUser, SessionStore } from "./session.ts";
import { SettingsStore } from "./settings.ts";
import { TabsStore } from "./tabs.ts";
import { UnsavedStore } from "./unsaved.ts";
import { entryOf, UpdateStore } from "./update.ts";
import { createViewAs, type ViewAs } from "./view-as.ts";
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
  readonly secondFactor: SecondFactorStore;
  readonly account: Account;
  readonly workplace: Workplace;
  readonly viewAs: ViewAs;
  readonly notices: NoticeStore;
  readonly services: ConsoleServices;
  readonly early: EarlyScreen;
  readonly unsaved: UnsavedStore;
  readonly favourites: FavouritesStore;
  readonly lock: LockStore;
  readonly update: UpdateStore;
  /** Set by the router; navigates inside the console. `state` `{ isReturn: true }` comes back to a page as it was left. */
  go: (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;
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
  const settings = new SettingsStore(lasting, systemDark);
  const lock = new LockStore({ entries: lasting, settings, isSignedIn: () => session.token !== undefined });
  const unsaved = new UnsavedStore(lasting, () => session.user?.id ?? "");
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
      verify: async (wanted) => {
        if (wanted === "code") return secondFactor.prove();
        session.updateUser({ mustSetUpSecondFactor: true });
        window.location.assign(remembering(setUpFactorPath, window.location.pathname + window.location.search));
        return false;
      },
      onFailure: (failure, reason) =>
        answerFailure(
          failure,
          {
            feedback,
            endSession: () => account.forget(),
            hasUnsaved: () => unsaved.isDirty(),
            signInOver: () => renewal.ask(),
          },
          reason,
        ),
    },
    transport,
  );
  const permissions = new PermissionStore(client, passing);
  const tabs = new TabsStore(passing);
  const dictionaries = new DictionaryStore(client, lasting);
  const secondFactor = new SecondFactorStore(client);
  const account = createAccount({
    secondFactor,
    client,
    session,
    permissions,
    dictionaries,
    tabs,
    feedback,
    unsaved,
    lock,
    passwordLock: createPasswordLock(client, lasting),
    leave: (to) => made.go(to),
    restart: () => window.location.assign(loginAddress(window.location.pathname + window.location.search)),
  });
  const viewAs = createViewAs({
    client,
    session,
    restart: () => {
      tabs.clear();
      window.location.assign("/");
    },
  });
  const documents = new DocumentChannel({
    reloadMenus: () => permissions.load(),
    reloadDictionaries: () => dictionaries.reload(),
  });
  const early = new EarlyScreen(client);
  const services = createServices({
    documents,
    early,
    timeZone: siteSettings().timeZone,
    handlers: {
      // Where the person's work begins may have changed, and what the page was sent with.
      "session.begin": async () => {
        const url = "/sys/user/getUserInfo";
        const { userInfo } = await client.request<{ readonly userInfo?: unknown }>({ method: "GET", url });
        session.updateUser({ ownHome: readSessionUser(userInfo).ownHome });
        tabs.clear();
        window.location.assign("/");
      },
      "session.viewAs": ({ userId }) => viewAs.begin(String(userId)),
      "account.link": async ({ source }) => {
        const url = "/sys/thirdLogin/link";
        const way = await client.request<{ readonly url: string }>({ method: "POST", url, data: { source } });
        window.location.assign(way.url);
      },
      "dictionaries.refresh": () => refreshDictionaries(dictionaries, feedback),
      "notices.show": async ({ id }) => made.notices.show(String(id)),
    } satisfies Record<ShippedHandler, Handler>,
    client,
    session,
    permissions,
    dictionaries,
    feedback,
    apiBase,
    liveRows: lazyLiveRows(async () => {
      const { TableChannel } = await loadPart(() => import("../live/table-channel.ts"));
      return new TableChannel({
        connect: () => connectTables(apiBase, { token: session.token, userId: session.user?.id }),
      });
    }),
    navigate: (to) => (/^https?:/i.test(to) ? void window.open(to, "_blank", "noopener,noreferrer") : made.go(to)),
  });
  const notices = new NoticeStore({
    client,
    connect: () => connectNotices(apiBase, { token: session.token, userId: session.user?.id }),
    onArrivals: (arrivals) => announceArrivals(feedback, arrivals),
    onDocuments: (frame) => void documents.hear(frame),
  });
  reaction(
    () => session.token === undefined,
    (isNobody) => isNobody && notices.stop(),
  );
  const navigation = new NavigationStore(permissions);
  reaction(
    () => permissions.isLoaded,
    (isLoaded) => isLoaded && tabs.keepOnly((path) => findRoute(navigation.current, path)?.route.hideTab === false),
  );
  const update = new UpdateStore({ fetchPage, entry: entryOf(document.documentElement.outerHTML) });
  whenPartFails(() => void update.look(true));
  const made: Console = {
    client,
    session,
    permissions,
    navigation,
    dictionaries,
    tabs,
    settings,
    feedback,
    renewal,
    secondFactor,
    account,
    workplace: createWorkplace({ client, session }),
    viewAs,
    notices,
    services,
    early,
    unsaved,
    favourites: new FavouritesStore(lasting, () => session.user?.id ?? ""),
    lock,
    update,
    go: (to) => window.location.assign(to),
  };
  return made;
}

/** The page that the server serves now, past every cache. */
async function fetchPage(): Promise<string> {
  const answer = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } });
  return answer.ok ? answer.text() : "";
}

const ConsoleContext = createContext<Console | undefined>(undefined);

export const ConsoleProvider = ConsoleContext.Provider;

export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error("useConsole needs a ConsoleProvider above it");
  return value;
}

/** Live rows whose part is fetched when the first table asks for them: most pages show none. */
export function lazyLiveRows(load: () => Promise<LiveRows>): LiveRows {
  let loading: Promise<LiveRows> | undefined;
  return {
    join(model, heard) {
      loading ??= load();
      const table = loading.then((rows) => rows.join(model, heard));
      // Without the part nobody else's rows come; saving and reading go on as ever.
      const tell = (what: (joined: Awaited<typeof table>) => void) => void table.then(what, () => undefined);
      return { changed: (ids) => tell((joined) => joined.changed(ids)), leave: () => tell((joined) => joined.leave()) };
    },
  };
}

/** Says that something came: by its title, or how many when they are several. */
function announceArrivals(feedback: Pick<FeedbackStore, "notify">, arrivals: readonly Announcement[]): void {
  const [first] = arrivals;
  if (!first) return;
  const { arrived, arrivedMany } = messages.notices;
  feedback.notify("info", arrivals.length === 1 ? arrived(first.title) : arrivedMany(arrivals.length));
}

/** Addresses and side menu of the signed-in user; follows the permission list. */
class NavigationStore {
  private readonly permissions: PermissionStore;

  constructor(permissions: PermissionStore) {
    this.permissions = permissions;
    makeObservable(this, { current: computed });
  }

  get current(): Navigation {
    return buildNavigation(this.permissions.menu);
  }
}
