import { Button, Skeleton, Tag } from "antd";
import type { ReactNode } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import { scopeAt } from "../../runtime/react/part-marks.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { readPointer } from "../../runtime/schema/source-document.ts";
import { explainPart, type Origin, type Reading, readingsOf, splitPlace } from "./explain.ts";
import type { DrawnPart } from "./part-at.ts";
import { useDocuments } from "./use-documents.ts";
import { xrayMessages as texts } from "./xray-messages.ts";

interface PartCardProps {
  readonly part: DrawnPart;
  readonly services: ConsoleServices;
}

/** Where one part is written, what its properties come from, who may use it, and what its expressions give here. */
export function PartCard({ part, services }: PartCardProps) {
  const { place, permission } = part;
  const files = [place.at, place.from].flatMap((one) => (one === undefined ? [] : splitPlace(one).file));
  const [documents, load] = useDocuments([...new Set(files)], services);
  if (documents.kind === "loading") {
    return (
      <div role="status" aria-busy="true" aria-label={texts.loading}>
        <Skeleton active paragraph={{ rows: 6 }} />
      </div>
    );
  }
  if (documents.kind === "failed") {
    return (
      <EmptyState kind="error" title={texts.failed} text={textOfReason(documents.reason)} reason={documents.reason}>
        <Button onClick={load}>{texts.retry}</Button>
      </EmptyState>
    );
  }
  const { at, properties } = explainPart(place, (file) => documents.texts.get(file));
  const scope = scopeAt(part.element);
  const readings = properties.flatMap(({ value }) => readingsOf(value, scope));
  return (
    <div className="sc-boxes sc-airy">
      {at ? <Place origin={at} services={services} /> : <p className="sc-hint">{texts.inherited}</p>}
      {properties.length === 0 ? <p className="sc-hint">{texts.noProperties}</p> : null}
      {properties.length > 0 ? (
        <table className="sc-plain-table">
          <thead>
            <tr>
              <th scope="col">{texts.property}</th>
              <th scope="col">{texts.value}</th>
              <th scope="col">{texts.origin}</th>
            </tr>
          </thead>
          <tbody style={{ verticalAlign: "top" }}>
            {properties.map(({ name, value, origin }) => (
              <tr key={`${origin.file}${name}`}>
                <th scope="row">{name}</th>
                <td>
                  <code>{shown(value)}</code>
                </td>
                <td>
                  <Source origin={origin} services={services} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {permission === undefined ? null : (
        <Section title={texts.permission}>
          <p className="sc-line sc-wrap">
            <code>{permission}</code>
            {services.hasPermission(permission) ? (
              <Tag color="success">{texts.held}</Tag>
            ) : (
              <Tag color="error">{texts.notHeld}</Tag>
            )}
          </p>
        </Section>
      )}
      {readings.length > 0 ? (
        <Section title={texts.expressions}>
          {readings.map((reading) => (
            <ReadingList key={reading.source} reading={reading} />
          ))}
        </Section>
      ) : null}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="sc-boxes">
      <h4>{title}</h4>
      {children}
    </section>
  );
}

function ReadingList({ reading: { source, result, reads } }: { readonly reading: Reading }) {
  return (
    <div>
      <code>{source}</code>
      <dl className="sc-pairs">
        {[{ name: texts.result, value: result }, ...reads].map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shown(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface OriginProps {
  readonly origin: Origin;
  readonly services: ConsoleServices;
}

/** The whole place, with a link to pass on. */
function Place({ origin, services }: OriginProps) {
  const link = () => new URL(addressOf(origin), window.location.href).href;
  const copy = () =>
    navigator.clipboard.writeText(link()).then(
      () => services.notify("success", texts.copied),
      () => services.notify("warning", texts.notCopied(link())),
    );
  return (
    <p className="sc-line sc-wrap">
      <Source origin={origin} services={services} />
      <code className="sc-grow">{readPointer(origin.pointer).join(" / ")}</code>
      <Button size="small" onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </p>
  );
}

function Source({ origin, services }: OriginProps) {
  const { kind, file, line } = origin;
  const place = `${file}:${line}`;
  return (
    <Button
      type="link"
      size="small"
      style={{ paddingInline: 0 }}
      title={texts.open(place)}
      onClick={() => services.navigate(addressOf(origin))}
    >
      {kind === "published" ? <Tag color="processing">{texts.origins[kind]}</Tag> : `${texts.origins[kind]} `}
      {file.slice(file.lastIndexOf("/") + 1)}:{line}
    </Button>
  );
}

/** The designer of the document, at the key. */
const addressOf = ({ file, pointer }: Origin): string =>
  `/online/documentEditor?${new URLSearchParams({ path: file, at: pointer })}`;

/** Long values are cut: the document has them whole. */
function shown(value: unknown): string {
  if (value === undefined || value === null || value === "") return texts.empty;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
