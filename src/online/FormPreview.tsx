import ExpandOutlined from "@ant-design/icons/ExpandOutlined";
import FormOutlined from "@ant-design/icons/FormOutlined";
import TableOutlined from "@ant-design/icons/TableOutlined";
import { Alert, Button, Drawer, Segmented, Skeleton } from "antd";
import { useMemo, useState } from "react";
import { useFormScope } from "../../renderers/form/form-context.ts";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { RequestNumber } from "../../renderers/layouts/RequestNumber.tsx";
import { ViewFrame } from "../../renderers/layouts/ViewFrame.tsx";
import type { ContentProps } from "../../renderers/registered-contents.ts";
import { ScreenHost } from "../../renderers/screens/ScreenHost.tsx";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import { type ConsoleServices, textOfReason } from "../../runtime/react/services.ts";
import { formPreviewMessages as texts } from "./form-preview-messages.ts";
import { PreviewForm } from "./PreviewForm.tsx";
import { previewServices } from "./preview-services.ts";
import { type Preview, type PreviewPage, useFormPreview, useTemplatePreview } from "./use-form-preview.ts";
import "./report-preview.css";

type Kind = keyof typeof texts.kinds;

const icons = { form: FormOutlined, list: TableOutlined } as const;

/** The form and the list of a definition as they will be, compiled by the server from what stands in the designer. */
export function FormPreview({ services }: ContentProps) {
  const { session } = useFormScope();
  return <DrawnPreview preview={useFormPreview(session.row, services)} services={services} />;
}

/** The same of a template that nobody has made a form of. */
export function TemplatePreview({ params, services, frame, onClose }: ContentProps) {
  const preview = useTemplatePreview(String(params.id ?? ""), services);
  return (
    <ViewFrame {...frame} onClose={onClose} footer={null}>
      <DrawnPreview preview={preview} services={services} />
    </ViewFrame>
  );
}

function DrawnPreview({ preview, services }: { readonly preview: Preview; readonly services: ConsoleServices }) {
  const [kind, setKind] = useState<Kind>("form");
  const [isWide, setWide] = useState(false);
  const choice = (
    <Segmented
      size="small"
      aria-label={texts.title}
      value={kind}
      onChange={setKind}
      options={(["form", "list"] as const).map((value) => {
        const Icon = icons[value];
        return { value, label: texts.kinds[value], icon: <Icon aria-hidden="true" /> };
      })}
    />
  );
  const shown = preview.answer?.[kind];
  return (
    <section className="report-preview sc-stack sc-grow" aria-label={texts.title}>
      <header className="sc-line sc-wrap sc-under">
        <h3>{texts.title}</h3>
        <span className="sc-end sc-line">
          {choice}
          <Button
            size="small"
            type="text"
            icon={<ExpandOutlined aria-hidden="true" />}
            aria-label={texts.widen}
            title={texts.widen}
            disabled={!shown}
            onClick={() => setWide(true)}
          />
        </span>
      </header>
      <div className="report-preview-body sc-bar">
        <Findings preview={preview} />
        {isWide ? null : <PreviewBody preview={preview} kind={kind} services={services} isNarrow />}
      </div>
      <Drawer
        open={isWide}
        title={texts.title}
        extra={choice}
        size={960}
        onClose={() => setWide(false)}
        destroyOnHidden
      >
        <PreviewBody preview={preview} kind={kind} services={services} isNarrow={false} />
      </Drawer>
    </section>
  );
}

interface PreviewBodyProps {
  readonly preview: Preview;
  readonly kind: Kind;
  readonly services: ConsoleServices;
  readonly isNarrow: boolean;
}

function PreviewBody({ preview, kind, services, isNarrow }: PreviewBodyProps) {
  const { answer, problem, retry } = preview;
  if (problem !== undefined) {
    return (
      <p className="sc-nothing sc-bad" role="alert">
        {textOfReason(problem) || texts.failed} <RequestNumber reason={problem} />
        <Button size="small" onClick={retry}>
          {texts.retry}
        </Button>
      </p>
    );
  }
  const waiting = <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (!answer) return waiting;
  const page = answer[kind];
  if (!page) return answer.findings.length > 0 ? null : <p className="sc-nothing">{texts.idle}</p>;
  return (
    <LazyBoundary fallback={waiting}>
      <PreviewPageView page={page} kind={kind} services={services} isNarrow={isNarrow} />
    </LazyBoundary>
  );
}

function PreviewPageView({
  page,
  kind,
  services,
  isNarrow,
}: Omit<PreviewBodyProps, "preview"> & { readonly page: PreviewPage }) {
  const own = useMemo(() => previewServices(services, page), [services, page]);
  const address = useMemo(() => memoryAddress(), []);
  if (kind === "form") return <PreviewForm page={page} services={own} {...(isNarrow ? { columns: 1 as const } : {})} />;
  return <ScreenHost screenId={page.screen.id ?? ""} services={own} address={address} />;
}

/** What keeps the definition from being used, by the fields that are meant. */
function Findings({ preview: { answer } }: { readonly preview: Preview }) {
  const errors = (answer?.findings ?? []).filter(({ severity }) => severity === "error");
  if (errors.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={texts.faults(errors.length)}
      description={
        <ul>
          {errors.map(({ field = "", message }) => (
            <li key={field + message}>{texts.fault(field, message)}</li>
          ))}
        </ul>
      }
    />
  );
}
