// @vitest-environment happy-dom
import { type CSSInterpolation, createCache, StyleProvider, Theme, useStyleRegister } from "@ant-design/cssinjs";
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { keptStyles } from "./kept-styles.ts";

const theme = new Theme([() => ({})]);

function Part({ makeRules }: { readonly makeRules: () => CSSInterpolation }) {
  useStyleRegister({ theme, token: {}, path: ["part"], hashId: "hash" }, makeRules);
  return <i className="part" />;
}

/** How often the rules of a part are made that comes, goes and comes again. */
function timesMade(cache: ReturnType<typeof createCache>): number {
  const makeRules = vi.fn(() => ({ ".part": { color: "red" } }));
  for (let time = 0; time < 3; time += 1) {
    const { unmount } = render(
      <StyleProvider cache={cache}>
        <Part makeRules={makeRules} />
        <Part makeRules={makeRules} />
      </StyleProvider>,
    );
    unmount();
  }
  return makeRules.mock.calls.length;
}

test("the rules of a part are made once, however often it comes and goes", () => {
  expect(timesMade(createCache())).toBeGreaterThanOrEqual(3);
  expect(timesMade(keptStyles())).toBe(1);
});
