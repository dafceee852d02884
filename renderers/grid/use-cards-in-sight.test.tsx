// @vitest-environment happy-dom
import { cleanup, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, test } from "vitest";
import { giveElementsSizes } from "../testing/editable-table.ts";
import { useCardsInSight } from "./use-cards-in-sight.ts";

giveElementsSizes({ clientHeight: 768, clientWidth: 390, offsetHeight: 220 });
afterEach(cleanup);

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `r${index}`);

function Cards({ ids, keptId }: { readonly ids: readonly string[]; readonly keptId?: string }) {
  const list = useRef<HTMLUListElement>(null);
  const { cards, height, measure } = useCardsInSight({ list, ids, keptId });
  return (
    <div style={{ overflowY: "auto" }}>
      <ul ref={list} style={{ height }}>
        {cards.map(({ id, index, top }) => (
          <li key={id} ref={measure} data-index={index} data-top={top}>
            {id}
          </li>
        ))}
      </ul>
    </div>
  );
}

const drawn = () => [...document.querySelectorAll("li")].map((card) => card.textContent);

test("a short list is drawn whole, in the flow", () => {
  render(<Cards ids={idsOf(30)} />);
  expect(drawn()).toEqual(idsOf(30));
  expect(document.querySelector("li")?.hasAttribute("data-top")).toBe(false);
});

test("of 2,000 cards those in sight are drawn, in the room of all", () => {
  render(<Cards ids={idsOf(2_000)} />);
  expect(drawn().length).toBeGreaterThan(0);
  expect(drawn().length).toBeLessThan(40);
  const { height } = (document.querySelector("ul") as HTMLElement).style;
  expect(Number.parseFloat(height)).toBeGreaterThan(2_000 * 100);
});

test("the card that is being edited stays, however far away", () => {
  const { rerender } = render(<Cards ids={idsOf(2_000)} />);
  expect(drawn()).not.toContain("r1500");
  rerender(<Cards ids={idsOf(2_000)} keptId="r1500" />);
  expect(drawn()).toContain("r1500");
});
