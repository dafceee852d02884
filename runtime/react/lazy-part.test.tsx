// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, lazyPart, loadPart, retryParts } from "./lazy-part.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Shows what was thrown, and tries again on a press. */
class Frame extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined as unknown };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    const { error } = this.state;
    if (!error) return <Suspense fallback="…">{this.props.children}</Suspense>;
    const retry = () => {
      retryParts();
      this.setState({ error: undefined });
    };
    return (
      <button type="button" onClick={retry}>
        {(error as Error).name}
      </button>
    );
  }
}

describe("NAV-10 a part of the console that does not arrive", () => {
  it("fails with ChunkLoadError after 120 seconds", async () => {
    vi.useFakeTimers();
    const seen = vi.fn();
    loadPart(() => new Promise(() => undefined)).catch(seen);
    await vi.advanceTimersByTimeAsync(119_999);
    expect(seen).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.mock.calls[0]?.[0]).toMatchObject({ name: "ChunkLoadError", kind: "script" });
  });

  it.each([
    ["Failed to fetch dynamically imported module: https://x/assets/a.js", "script"],
    ["error loading dynamically imported module", "script"],
    ["Importing a module script failed.", "script"],
    ["Unable to preload CSS for /assets/a.css", "style"],
  ])("%j is a %s that did not arrive", async (message, kind) => {
    await expect(loadPart(() => Promise.reject(new TypeError(message)))).rejects.toMatchObject({
      name: "ChunkLoadError",
      kind,
    });
  });

  it("a fault of the part itself stays what it is", async () => {
    const failing = loadPart(() => Promise.reject(new Error("x is not a function")));
    await expect(failing).rejects.not.toBeInstanceOf(ChunkLoadError);
  });

  it("can be tried again: the next try fetches it anew", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    let tries = 0;
    const Part = lazyPart(async () => {
      tries += 1;
      if (tries === 1) throw new TypeError("Failed to fetch dynamically imported module");
      return { default: ({ name }: { readonly name: string }) => <p>{name}</p> };
    });
    render(
      <Frame>
        <Part name="订单" />
      </Frame>,
    );
    const button = await screen.findByRole("button", { name: "ChunkLoadError" });
    expect(tries).toBe(1);
    button.click();
    await screen.findByText("订单");
    expect(tries).toBe(2);
  });
});
