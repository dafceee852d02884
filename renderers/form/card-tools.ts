import { createContext } from "react";

/** The end of the head of the card that a control stands on, for buttons of its own; null where there is no card. */
export const CardTools = createContext<HTMLElement | null>(null);
