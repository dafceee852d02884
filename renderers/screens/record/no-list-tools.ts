/** One record is neither imported nor exported. */
export const noListTools = { openImport: () => undefined, openRecycleBin: () => undefined, shownColumns: () => [] };
