import { distance } from "fastest-levenshtein";

/** Pages whose name in existing menu tables says too little of what they are here; by the last part of the component. */
const otherNames: Readonly<Record<string, string>> = {
  DiskMonitoring: "monitor/disk",
  HttpTrace: "monitor/http-trace",
  JvmInfo: "monitor/jvm",
  QuartzJobList: "system/job",
  RedisInfo: "monitor/redis",
  SystemInfo: "monitor/server",
  SysOnlineUserList: "system/online",
  TomcatInfo: "monitor/tomcat",
};

/** `/views/system/UserList.vue` → `system/UserList`. */
export function pageName(component: string): string {
  return component
    .trim()
    .replace(/^\/+/, "")
    .replace(/^(src\/)?views\//, "")
    .replace(/\.\w+$/, "");
}

/**
 * The document ids that a component of an existing menu table may mean, the likeliest first: its own spelling, a known
 * other name, the path in kebab case, and that without the words that only say that it is a list.
 *
 * @example screenIdCandidates("modules/store/StoreOrderList") // …, "store/store-order-list", "store/store-order", …
 */
export function screenIdCandidates(component: string): readonly string[] {
  const name = pageName(component);
  const parts = name.split("/").filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  const known = Object.hasOwn(otherNames, last) ? otherNames[last] : undefined;
  const folders = parts.slice(0, -1).map((part) => kebab(part).replace(/^isystem$/, "system"));
  const inFolder = [folders.join("/"), folders.filter((part) => part !== "modules").at(-1) ?? ""];
  const words = [last, last.replace(/(List|Info|Manage|Management|Index|Page)(V\d+)?$/, "")];
  const stems = [...words, ...words.map((word) => word.replace(/^Sys(?=[A-Z])/, ""))].map(kebab);
  const ids = inFolder.flatMap((folder) => stems.map((stem) => (folder === "" ? stem : `${folder}/${stem}`)));
  return [...new Set([name, ...(known === undefined ? [] : [known]), ...ids])].filter((id) => id !== "");
}

/** Ids most like a name that nobody knows; a shared last word counts for more than a shared folder. */
export function nearestPages(component: string, ids: Iterable<string>, count = 3): readonly string[] {
  const wanted = screenIdCandidates(component)
    .slice(0, 20)
    .map((id) => id.slice(0, 80).toLowerCase());
  const scored = [...ids].map((id) => ({ id, score: Math.min(...wanted.map((name) => share(name, id))) }));
  return scored
    .filter(({ score }) => score <= 0.5)
    .sort((a, b) => a.score - b.score || (a.id < b.id ? -1 : 1))
    .slice(0, count)
    .map(({ id }) => id);
}

/** Share of the letters that differ, of the whole and of the last part, whichever is less. */
function share(name: string, id: string): number {
  const [lastName = "", lastId = ""] = [name.split("/").at(-1), id.split("/").at(-1)];
  const whole = distance(name, id) / Math.max(name.length, id.length);
  const end = distance(lastName, lastId) / Math.max(lastName.length, lastId.length, 1);
  return Math.min(whole, end + 0.1);
}

function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();
}
