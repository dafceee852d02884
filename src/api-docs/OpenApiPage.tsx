import { Button, Flex, Select, Skeleton, Table, Tag } from "antd";
import { useEffect, useState } from "react";
import { EmptyState } from "../../renderers/layouts/EmptyState.tsx";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { textOfReason } from "../../runtime/react/services.ts";
import { readApiBase } from "../api/api-base.ts";
import { sendOverAxios } from "../api/transport.ts";
import { openApiMessages as texts } from "../messages/open-api.ts";
import { useConsole } from "../stores/console.ts";
import { type ApiDocument, type Operation, operationsOf } from "./operations.ts";
import { TryCall } from "./TryCall.tsx";

const colors: Readonly<Record<string, string>> = { GET: "blue", POST: "green", PUT: "orange", DELETE: "red" };
const timeoutMs = 30_000;

type Loaded = { readonly api: ApiDocument; readonly text: string } | { readonly problem: unknown } | undefined;

/** 接口文档: the calls that the reader may make, by table, and a place to try each with the session or with a key. */
export function OpenApiPage({ services }: { readonly services: ConsoleServices }) {
  const { session } = useConsole();
  const [apiBase] = useState(() => readApiBase());
  const [loaded, setLoaded] = useState<Loaded>();
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<string>();
  useEffect(() => {
    let isCurrent = round >= 0;
    setLoaded(undefined);
    readDocument(apiBase, session.token ?? "").then(
      (found) => isCurrent && setLoaded(found),
      (problem: unknown) => isCurrent && setLoaded({ problem }),
    );
    return () => {
      isCurrent = false;
    };
  }, [apiBase, session.token, round]);

  if (!loaded)
    return (
      <div className="sc-card sc-inset-wide" aria-busy="true">
        <Skeleton active paragraph={{ rows: 8 }} />
      </div>
    );
  if ("problem" in loaded) {
    return (
      <EmptyState kind="error" title={texts.errorTitle} text={textOfReason(loaded.problem)} reason={loaded.problem}>
        <Button onClick={() => setRound(round + 1)}>{texts.retry}</Button>
      </EmptyState>
    );
  }
  const { api, text } = loaded;
  const tag = chosen ?? api.tags[0]?.name;
  if (tag === undefined) return <EmptyState kind="empty" title={texts.none} text={texts.noneText} />;
  return (
    <Flex vertical gap={12} className="sc-card sc-inset-wide" style={{ overflow: "auto", padding: 16 }}>
      <Flex wrap gap={12} justify="space-between">
        <Select
          aria-label={texts.table}
          showSearch={{ optionFilterProp: "label" }}
          style={{ width: 320, maxWidth: "100%" }}
          value={tag}
          options={api.tags.map(({ name, description }) => ({ value: name, label: `${description} ${name}` }))}
          onChange={setChosen}
        />
        <Button href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`} download="openapi.json">
          {texts.download}
        </Button>
      </Flex>
      <Table<Operation>
        key={tag}
        rowKey="key"
        size="small"
        pagination={false}
        scroll={{ x: "max-content" }}
        dataSource={operationsOf(api, tag)}
        columns={[
          {
            title: texts.method,
            dataIndex: "method",
            width: 90,
            render: (method: string) => <Tag color={colors[method] ?? "default"}>{method}</Tag>,
          },
          { title: texts.path, dataIndex: "path", render: (path: string) => <code>{`${apiBase}${path}`}</code> },
          { title: texts.summary, dataIndex: "summary" },
        ]}
        expandable={{
          expandedRowRender: (operation) => (
            <TryCall operation={operation} apiBase={apiBase} token={session.token ?? ""} services={services} />
          ),
          expandRowByClick: true,
        }}
      />
    </Flex>
  );
}

async function readDocument(apiBase: string, token: string): Promise<Exclude<Loaded, undefined>> {
  const { status, body } = await sendOverAxios({
    method: "GET",
    url: `${apiBase}/sys/openapi.json`,
    params: undefined,
    headers: { "X-Access-Token": token },
    data: undefined,
    responseType: "text",
    timeoutMs,
    signal: undefined,
    onProgress: undefined,
  });
  const answer = JSON.parse(String(body));
  if (status !== 200) throw new Error(answer.message);
  return { api: answer, text: String(body) };
}
