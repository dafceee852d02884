import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";
import { scrollParent } from "../layouts/scroll-parent.ts";

/** Up to so many cards are all drawn: nothing is gained by leaving some out, and a print shows them. */
const mostDrawn = 30;
/** Pixels: a card with three lines of fields, until the real one was measured. */
const expectedHeight = 220;
const gap = 8;

interface CardsOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly ids: readonly string[];
  /** The row that is being edited: its card stays, wherever the page is scrolled to. */
  readonly keptId: string | undefined;
}

/** A card to draw; without a place it stands in the flow. */
export interface DrawnCard {
  readonly id: string;
  readonly index: number;
  /** Pixels below the top of the list. */
  readonly top?: number;
}

export interface CardsInSight {
  readonly cards: readonly DrawnCard[];
  /** Height of the list in pixels; undefined = as its cards need. */
  readonly height: number | undefined;
  measure(card: HTMLElement | null): void;
  /** Scrolls to a row's card. */
  show(index: number, align: "center" | "auto"): void;
}

/** The cards that are drawn of a long list on a phone: those in sight, a few beyond, and the one that is being edited. */
export function useCardsInSight({ list, ids, keptId }: CardsOptions): CardsInSight {
  const isCut = ids.length > mostDrawn;
  const [marginTop, setMarginTop] = useState(0);
  // The place of the list moves with what stands above it in the form.
  useLayoutEffect(() => {
    if (!isCut || !list.current) return;
    const scroller = scrollParent(list.current);
    const { top } = list.current.getBoundingClientRect();
    setMarginTop(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop));
  });
  const kept = keptId === undefined ? -1 : ids.indexOf(keptId);
  const virtualizer = useVirtualizer({
    enabled: isCut,
    count: ids.length,
    gap,
    overscan: 4,
    scrollMargin: marginTop,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getScrollElement: () => (list.current ? scrollParent(list.current) : null),
    getItemKey: (index) => ids[index] ?? index,
    estimateSize: () => expectedHeight,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      return kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].sort((a, b) => a - b);
    },
  });
  if (!isCut) {
    return {
      cards: ids.map((id, index) => ({ id, index })),
      height: undefined,
      measure: unmeasured,
      show: (index, align) =>
        list.current?.children[index]?.scrollIntoView({ block: align === "center" ? "center" : "nearest" }),
    };
  }
  return {
    cards: virtualizer.getVirtualItems().map(({ index, start }) => ({
      id: ids[index] ?? "",
      index,
      top: start - marginTop,
    })),
    height: virtualizer.getTotalSize(),
    measure: virtualizer.measureElement,
    show: (index, align) => virtualizer.scrollToIndex(index, { align }),
  };
}

/** The same function at each drawing, so that memoised cards are left alone. */
const unmeasured = () => undefined;
