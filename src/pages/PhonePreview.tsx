import { type CSSProperties, useDeferredValue } from "react";
import { SafeHtml } from "../../renderers/html/SafeHtml.tsx";
import type { ContentProps } from "../../renderers/registered-contents.ts";
import { phonePreviewMessages as texts } from "./phone-preview-messages.ts";

/** CSS pixels of a common phone, less what its own bars take. */
const screen: CSSProperties = { width: 320, maxWidth: "100%", height: 568, borderRadius: 24, overflow: "hidden auto" };
const picture: CSSProperties = { display: "block", width: "100%", aspectRatio: "16 / 9", objectFit: "cover" };

/**
 * What is being written for the app as a phone shows it, while it is typed. `params`: `picture` (path of an upload), `title`,
 * `lead` and `body` (formatted text), each a text or nothing.
 */
export function PhonePreview({ params, services }: ContentProps) {
  const textOf = (name: string) => (typeof params[name] === "string" ? params[name].trim() : "");
  const [path, title, lead] = [textOf("picture"), textOf("title"), textOf("lead")];
  // A long text is cleaned anew after each key: typing comes first.
  const body = useDeferredValue(textOf("body"));
  const isEmpty = [path, title, lead, body].every((text) => text === "");
  return (
    <>
      <header className="sc-line sc-under">
        <h3>{texts.title}</h3>
      </header>
      <section className="sc-inset sc-stack" style={{ alignItems: "center" }} aria-label={texts.title}>
        <article className="sc-box" style={screen}>
          {path === "" ? null : <img src={services.fileUrl(path)} alt="" style={picture} />}
          <div className="sc-inset sc-stack" style={{ gap: 8 }}>
            {isEmpty ? <p className="sc-muted">{texts.empty}</p> : null}
            {title === "" ? null : <h2>{title}</h2>}
            {lead === "" ? null : <p className="sc-muted">{lead}</p>}
            {body === "" ? null : <SafeHtml text={body} />}
          </div>
        </article>
      </section>
    </>
  );
}
