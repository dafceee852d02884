// As the console at its start, so that a renderer of a plugin draws in tests too.
import "../../plugins/index.gen.ts";

import * as React from "react";
import { afterAll, vi } from "vitest";

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
  // antd's lists go by the code of a key, which happy-dom leaves out.
  const codes: Readonly<Record<string, number>> = {
    Backspace: 8,
    Tab: 9,
    Enter: 13,
    Escape: 27,
    ArrowLeft: 37,
    ArrowUp: 38,
    ArrowRight: 39,
    ArrowDown: 40,
    Delete: 46,
  };
  const addCode = (event: KeyboardEvent) => {
    const keyCode = codes[event.key] ?? event.key?.toUpperCase().charCodeAt(0);
    if (keyCode !== undefined) Object.defineProperty(event, "keyCode", { value: keyCode });
  };
  for (const type of ["keydown", "keyup"] as const) window.addEventListener(type, addCode, true);
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
  // So nobody reads what antd writes into them; writing it anew for each page that is mounted took a fifth. A ConfigProvider
  // without another around it takes its theme from the context's first value.
  const { ConfigProvider, theme } = await import("antd");
  Object.assign(theme.defaultConfig, { zeroRuntime: true });
  const { _currentValue: usual } = ConfigProvider.ConfigContext as never as { _currentValue: { theme?: object } };
  usual.theme = theme.defaultConfig;
}

// React's development build takes the stack of every element that is made, for warnings that name its place.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as never as {
  readonly __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object;
};
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
  get: () => Number.POSITIVE_INFINITY,
  set() {},
  configurable: true,
});

// Files share one worker's modules: a part that is still being loaded when its file ends would stay broken for the next.
afterAll(() => vi.dynamicImportSettled());
