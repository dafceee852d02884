/** The query part of the address, as far as a screen may see and change it. */
export interface AddressBar {
  read(): string;
  write(search: string): void;
}

/** The browser's own address. Written in place: paging does not fill the history, back leaves the page. */
export const browserAddress: AddressBar = {
  read: () => window.location.search,
  write(search) {
    const { pathname, hash } = window.location;
    window.history.replaceState(window.history.state, "", `${pathname}${search}${hash}`);
  },
};

/**
 * The query of one page. It reaches the browser's address only while that page is in sight: a list behind another tab,
 * or one that is gone, never writes into the next one's.
 *
 * @param search with its question mark, as the page was opened
 * @param onWrite hears of every change, for a tab that leads back to the page
 */
export function pageAddress(path: string, search: string, onWrite: (search: string) => void): AddressBar {
  let current = search;
  return {
    read: () => current,
    write(next) {
      const isChanged = next !== current;
      current = next;
      if (isChanged) onWrite(next);
      const { pathname, search: now, hash } = window.location;
      if (pathname === path && now !== next) window.history.replaceState(window.history.state, "", path + next + hash);
    },
  };
}

/** For a screen that has no address of its own: a preview, a picker, a test. */
export function memoryAddress(search = ""): AddressBar {
  let current = search;
  return {
    read: () => current,
    write: (next) => {
      current = next;
    },
  };
}
