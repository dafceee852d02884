import { type ConsoleServices, RequestError, type RequestOptions } from "../../runtime/react/services.ts";
import { formPreviewMessages as texts } from "./form-preview-messages.ts";
import type { PreviewPage } from "./use-form-preview.ts";

const emptyPage = { records: [], total: 0, size: 10, current: 1, pages: 0 };

/**
 * The console as a page in the preview reaches it: its own document is the one at hand, its table has no rows, and
 * nothing is written. Dictionaries and look-ups are the real ones.
 */
export function previewServices(services: ConsoleServices, page: PreviewPage): ConsoleServices {
  const related = Object.values(page.screen.model ? page.models : {}).filter(({ base }) =>
    base.startsWith("/online/cgform/form/"),
  );
  const isOwn = (url: string) => related.some(({ base }) => url.startsWith(`${base}/`));
  const request = async (options: RequestOptions): Promise<unknown> => {
    if (options.url.startsWith("/lowcode/screens/")) return page;
    if (options.method !== "GET") throw new RequestError(texts.notSaved, 0, undefined);
    if (isOwn(options.url)) return options.url.endsWith("/listByMainId") ? [] : emptyPage;
    return services.request(options);
  };
  const refuse = () => Promise.reject(new RequestError(texts.notSaved, 0, undefined));
  const own = { request, download: refuse, upload: refuse, unsaved: undefined, liveRows: undefined };
  return Object.create(
    services,
    Object.fromEntries(Object.entries(own).map(([name, value]) => [name, { value }])),
  ) as ConsoleServices;
}
