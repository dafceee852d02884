import { messages } from "../messages/messages.ts";
import type { Announcement } from "./announcement.ts";
import type { FeedbackStore } from "./feedback.ts";

/** Says that something came: by its title, or how many when they are several. */
export function announceArrivals(feedback: Pick<FeedbackStore, "notify">, arrivals: readonly Announcement[]): void {
  const [first] = arrivals;
  if (!first) return;
  const { arrived, arrivedMany } = messages.notices;
  feedback.notify("info", arrivals.length === 1 ? arrived(first.title) : arrivedMany(arrivals.length));
}
