import { messages } from "../messages/messages.ts";

interface FramePageProps {
  /** An http(s) address; the menu reader lets nothing else through. */
  readonly url: string;
  readonly title: string;
  readonly isExternal: boolean;
}

/** A foreign page: inside the console, or a link to a new tab. It may not reach into the console. */
export function FramePage({ url, title, isExternal }: FramePageProps) {
  if (!isExternal) {
    return (
      <iframe
        className="sc-card foreign-page"
        title={title}
        src={url}
        sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-downloads"
        referrerPolicy="no-referrer"
      />
    );
  }
  return (
    <div className="sc-card sc-inset-wide">
      <a href={url} target="_blank" rel="noopener noreferrer">
        {messages.shell.newWindow}：{title}
      </a>
    </div>
  );
}
