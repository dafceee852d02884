/**
 * The expressions of a text with other names for the rows below a record: computed values name them by their table.
 *
 * @example renameRows("{{ sum(row.item, 'amount') }}", new Map([["item", "item_2"]])) // "{{ sum(row.item_2, 'amount') }}"
 */
export const renameRows = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/\brow\.(\w+)/g, (whole, name: string) => {
    const given = names.get(name);
    return given === undefined ? whole : `row.${given}`;
  });
