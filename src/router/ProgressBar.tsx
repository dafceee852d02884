import { messages } from "../messages/messages.ts";
import "./progress-bar.css";

/** A thin line at the top while a page is on its way; it stays invisible for the first moments, so quick ones do not blink. */
export function ProgressBar() {
  return <div className="progress-bar" role="progressbar" aria-label={messages.shell.loading} />;
}
