import { Button } from "antd";
import type { ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { EmptyState } from "../layouts/EmptyState.tsx";
import { messages } from "../messages.ts";
import type { PageLink } from "../panels/panel-props.ts";

interface UnknownPageProps {
  /** What the menu or the document asked for. */
  readonly component: string;
  readonly services: ConsoleServices;
  /** Pages with a name like it that this person may open. */
  readonly nearest?: readonly PageLink[];
}

/** A page that nobody has: it says which name is missing and what comes near it. Nothing else is touched. */
export function UnknownPage({ component, services, nearest = [] }: UnknownPageProps) {
  return (
    <div className="sc-card">
      <EmptyState kind="noResult" title={messages.states.unknownTitle} text={messages.states.unknownPage(component)}>
        {nearest.map(({ path, title }) => (
          <Button key={path} type="link" onClick={() => services.navigate(path)}>
            {title}
          </Button>
        ))}
        <Button onClick={() => services.navigate("/")}>{messages.states.backHome}</Button>
      </EmptyState>
    </div>
  );
}

interface FailedScreenProps {
  readonly error: RequestError;
  readonly component: string | undefined;
  readonly services: ConsoleServices;
  findPage(idOrPath: string): PageLink | undefined;
  onRetry(): void;
}

/** Why a screen did not open: not allowed, not there, or not reached. */
export function FailedScreen({ error, component, services, findPage, onRetry }: FailedScreenProps) {
  const code = Number(error.envelope?.code);
  const home = <Button onClick={() => services.navigate("/")}>{messages.states.backHome}</Button>;
  if (error.status === 403 || code === 510) {
    return (
      <div className="sc-card">
        <EmptyState kind="denied" title={messages.states.deniedTitle} text={error.message} reason={error}>
          {home}
        </EmptyState>
      </div>
    );
  }
  if (error.status === 404 || code === 404) {
    if (component !== undefined) {
      const nearest = nearestIds(error).flatMap((id) => findPage(id) ?? []);
      return <UnknownPage component={component} services={services} nearest={nearest} />;
    }
    return (
      <div className="sc-card">
        <EmptyState kind="noResult" title={messages.states.notFoundTitle} text={messages.states.notFoundText}>
          {home}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="sc-card">
      <EmptyState kind="error" title={messages.states.errorTitle} text={error.message} reason={error}>
        <Button type="primary" onClick={onRetry}>
          {messages.states.retry}
        </Button>
      </EmptyState>
    </div>
  );
}

/** Document ids that the server names beside a refusal. */
function nearestIds(error: RequestError): readonly string[] {
  const result = error.envelope?.result as { readonly nearest?: unknown } | null | undefined;
  return Array.isArray(result?.nearest) ? result.nearest.filter((id) => typeof id === "string") : [];
}
