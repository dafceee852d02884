import { autorun, reaction } from "mobx";
import { messages } from "../messages/messages.ts";
import type { FeedbackStore } from "../stores/feedback.ts";
import type { SettingsStore } from "../stores/settings.ts";
import { applyPalette } from "../theme/apply-palette.ts";
import { resolvePalette } from "../theme/resolve-palette.ts";

/** How long 正在编译主题！ stays at least; a change itself takes one frame. */
const noticeMs = 600;

interface Parts {
  readonly settings: SettingsStore;
  readonly feedback: FeedbackStore;
  /** Where the variables go; the page's root by default. */
  readonly root?: HTMLElement;
}

/** Keeps the page's colours those of the settings, without a reload. The answer ends it. */
export function followSettings({ settings, feedback, root = document.documentElement }: Parts): () => void {
  const stops = [
    reaction(
      () => settings.primary,
      () => {
        const notice = feedback.notify("info", messages.settings.compiling);
        setTimeout(() => notice !== undefined && feedback.dismiss(notice), noticeMs);
      },
    ),
    autorun(() => {
      const { mode, primary, weak } = settings;
      try {
        applyPalette(resolvePalette(mode, primary), mode, root);
        root.toggleAttribute("data-weak", weak);
      } catch {
        feedback.notify("error", messages.settings.themeFailed);
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
