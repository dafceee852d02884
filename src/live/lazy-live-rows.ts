import type { LiveRows } from "../../runtime/react/services.ts";

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
