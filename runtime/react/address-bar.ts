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
