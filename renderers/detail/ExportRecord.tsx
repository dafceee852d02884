import FilePdfOutlined from "@ant-design/icons/FilePdfOutlined";
import { Button } from "antd";
import { useState } from "react";
import type { ListPlan } from "../../runtime/compile/plan.ts";
import type { ViewPlan } from "../../runtime/compile/view-plan.ts";
import type { Row } from "../../runtime/model/resolved-model.ts";
import type { isTrue } from "../../runtime/react/scope.ts";
import { type ConsoleServices, RequestError } from "../../runtime/react/services.ts";
import { IconButton } from "../layouts/IconButton.tsx";
import { saveFile } from "../layouts/save-file.ts";
import { messages } from "../messages.ts";
import { recordLayout } from "./record-layout.ts";

interface ExportRecordProps {
  readonly plan: ListPlan;
  readonly view: ViewPlan;
  readonly row: Row;
  readonly services: ConsoleServices;
  readonly title: string;
  readonly scope: Parameters<typeof isTrue>[1];
}

/** The record as a PDF from the server, for who may export; rows that no model stores have none. */
export function ExportRecord({ plan, view, row, services, title, scope }: ExportRecordProps) {
  const [isBusy, setBusy] = useState(false);
  const { model, models } = plan;
  if (models.get(model.id) !== model || !services.hasPermission(`${model.permissionPrefix}:export`)) return null;
  const save = async () => {
    setBusy(true);
    try {
      const layout = JSON.stringify(recordLayout(view, { owner: model, services, scope }));
      const { signatures = [] } = view.sheet ?? {};
      const signed = signatures.length > 0 ? { signatures: JSON.stringify(signatures) } : {};
      const params = { id: row.id, title, layout, ...signed };
      saveFile(await services.download({ method: "GET", url: `${model.base}/exportRecord`, params }), `${title}.pdf`);
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      services.notify("error", reason.message);
    } finally {
      setBusy(false);
    }
  };
  const icon = <FilePdfOutlined aria-hidden="true" />;
  if (view.sheet) {
    return (
      <Button icon={icon} loading={isBusy} onClick={() => void save()}>
        {messages.detail.exportPdf}
      </Button>
    );
  }
  return <IconButton label={messages.detail.exportPdf} icon={icon} disabled={isBusy} onClick={() => void save()} />;
}
