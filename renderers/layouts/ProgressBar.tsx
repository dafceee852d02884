import { words } from "../../runtime/format/words.ts";
import "./progress-bar.css";

/**
 * A thin line at the top while a page or a window is on its way; it stays invisible for the first moments, so quick ones
 * do not blink.
 */
export function ProgressBar() {
  return <div className="progress-bar" role="progressbar" aria-label={words.loading} />;
}
