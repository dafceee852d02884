import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { samplePicture } from "../../runtime/registry/sample.ts";
import { galleryMessages } from "./gallery-messages.ts";
import { sampleDict, sampleOptions } from "./samples.ts";

/** How what a renderer asks for is answered. */
export type Answers = "given" | "never" | "refused";

/**
 * The console's own services, with the dictionary of the samples added. In the other two, nothing that is asked for
 * ever comes, or everything is refused: the faces of loading and failing.
 */
export function galleryServices(real: ConsoleServices, answers: Answers): ConsoleServices {
  const isOwn = (code: string) => code === sampleDict.code;
  const ask = <Result>(given: () => Promise<Result>): Promise<Result> => {
    if (answers === "given") return given();
    if (answers === "never") return new Promise(() => undefined);
    return Promise.reject(new RequestError(galleryMessages.refused, 0, undefined));
  };
  return {
    ...real,
    // The person's rights are getters of the console's own object.
    user: real.user,
    permissions: real.permissions,
    hasPermission: (code) => real.hasPermission(code),
    request: (options) => ask(() => real.request(options)),
    send: (options) => ask(() => real.send(options)),
    lookUp: (options) => ask(() => real.lookUp(options)),
    download: (options) => ask(() => real.download(options)),
    upload: (file, options) => ask(() => real.upload(file, options)),
    notify: (level, text) => real.notify(level, text),
    confirm: (question) => real.confirm(question),
    navigate: (to) => real.navigate(to),
    fileUrl: (path) => (path === samplePicture.path ? samplePicture.url : real.fileUrl(path)),
    dictionaries: {
      peek: (code) => (answers !== "given" ? undefined : isOwn(code) ? sampleOptions : real.dictionaries.peek(code)),
      load: (code) => ask(async () => (isOwn(code) ? sampleOptions : real.dictionaries.load(code))),
      search: (model, keyword, limit, where) => ask(() => real.dictionaries.search(model, keyword, limit, where)),
    },
  };
}
