import type { KeyboardEvent, ReactNode } from "react";

/**
 * Around a dialog that a control opens: its keys are none of the table's or the form's in which the control stands. A
 * dialog is drawn elsewhere, but its events still come up through the control.
 */
export function KeyScope({ children }: { readonly children: ReactNode }) {
  // biome-ignore lint/a11y/noStaticElementInteractions: nothing is done with the keys, they only end here
  return <span onKeyDown={endHere}>{children}</span>;
}

/** For React's handlers only: antd hears Escape at the window. */
function endHere(event: KeyboardEvent): void {
  event.isPropagationStopped = () => true;
}
