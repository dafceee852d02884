// Component files declare `// @vitest-environment happy-dom`; the browser parts that happy-dom lacks stand here.
if (typeof window !== "undefined") {
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    }) as unknown as MediaQueryList;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as typeof ResizeObserver;
  const { configure } = await import("@testing-library/react");
  configure({
    // A part of its own chunk is loaded and transformed while the test waits; on a slow machine that takes long.
    asyncUtilTimeout: 60_000,
    // The message alone: every look of a `findBy` that comes too early would print the page for nobody.
    getElementError: (message) => Object.assign(new Error(message ?? ""), { name: "TestingLibraryElementError" }),
  });
  // Rules of style elements apply in the browser tests only: matching antd's against every element for each getByRole took
  // a third of the time of these tests. Styles written on an element still count.
  Object.defineProperty(HTMLStyleElement.prototype, "sheet", { get: () => null });
}

export {};
