import { decideOnPage } from "../../runtime/permission/page-rights.ts";
import { type ConsoleServices, RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { StudioPageAnswer, Words } from "./studio-types.ts";

/** Calls that send what they ask for, and write nothing: the figures of panels and lists. */
const reads: ReadonlySet<string> = new Set(["/lowcode/aggregate"]);

/**
 * The console as the previewed page reaches it: the draft is its document, rows are real, nothing is written.
 *
 * @param role whose buttons and fields are shown; the rows are still those that the designer may read
 */
export function previewServices(
  services: ConsoleServices,
  page: StudioPageAnswer,
  role: Words["roles"][number] | undefined,
): ConsoleServices {
  const refuse = () => Promise.reject(new RequestError(texts.notSaved, 0, undefined));
  const reading =
    <Result>(ask: (options: RequestOptions) => Promise<Result>) =>
    (options: RequestOptions): Promise<Result> =>
      options.method === "GET" || reads.has(options.url) ? ask(options) : refuse();
  const own = {
    ...(role && rightsOf(role, services)),
    request: reading(async (options) =>
      options.url === `/lowcode/screens/${page.id}`
        ? { ...page, hash: "", diagnostics: [] }
        : services.request(options),
    ),
    send: reading((options) => services.send(options)),
    lookUp: reading((options) => services.lookUp(options)),
    download: refuse,
    upload: refuse,
    navigate: () => services.notify("info", texts.notSaved),
    unsaved: undefined,
    liveRows: undefined,
  };
  return Object.create(
    services,
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
  ) as ConsoleServices;
}

/** What the role alone may press and see. */
function rightsOf(
  { code, permissions }: Words["roles"][number],
  { user, permissions: { allAuth } }: ConsoleServices,
): Pick<ConsoleServices, "user" | "permissions" | "hasPermission"> {
  const held = new Set(permissions);
  const auth = allAuth.filter(({ action }) => action.split(",").some((one) => held.has(one.trim())));
  return {
    user: { ...user, roles: [code] },
    permissions: { auth, allAuth },
    hasPermission: (asked) => decideOnPage(asked, undefined, { auth, allAuth }),
  };
}
