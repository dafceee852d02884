import { Alert, Button, Flex, Form, Input, Segmented } from "antd";
import { useState } from "react";
import { CodeText } from "../../renderers/code/CodeText.tsx";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { sendOverAxios } from "../api/transport.ts";
import { openApiMessages as texts } from "../messages/open-api.ts";
import { addressOf, type Operation } from "./operations.ts";

interface TryCallProps {
  readonly operation: Operation;
  readonly apiBase: string;
  readonly token: string;
  readonly services: ConsoleServices;
}

interface Outcome {
  readonly kind: "success" | "error";
  readonly title: string;
  readonly text?: string;
}

const timeoutMs = 30_000;
const mostCharacters = 20_000;

/** One call to send, as the reader or as a key, and what came back. The key stays in this form. */
export function TryCall({ operation, apiBase, token, services }: TryCallProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(operation.body ?? "");
  const [as, setAs] = useState<"session" | "key">("session");
  const [key, setKey] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function send(): Promise<void> {
    const sent = operation.body === undefined ? undefined : readJson(body);
    if (operation.body !== undefined && sent === undefined) return setOutcome({ kind: "error", title: texts.badJson });
    if (as === "key" && key.trim() === "") return setOutcome({ kind: "error", title: texts.keyNeeded });
    if (operation.method !== "GET" && !(await services.confirm({ title: operation.summary, content: texts.writes })))
      return;
    setBusy(true);
    const startedAt = performance.now();
    try {
      const { url, params } = addressOf(operation, typed);
      const { status, body: answer } = await sendOverAxios({
        method: operation.method,
        url: apiBase + url,
        params,
        headers: as === "key" ? { "X-Api-Key": key.trim() } : { "X-Access-Token": token },
        data: sent,
        responseType: "text",
        timeoutMs,
        signal: undefined,
        onProgress: undefined,
      });
      const title = texts.status(status, Math.round(performance.now() - startedAt));
      setOutcome({ kind: status < 400 ? "success" : "error", title, text: pretty(String(answer)) });
    } catch {
      setOutcome({ kind: "error", title: texts.failed });
    }
    setBusy(false);
  }

  return (
    <Form layout="vertical" onFinish={() => void send()} style={{ maxWidth: "min(720px, calc(100vw - 88px))" }}>
      <div style={{ display: "grid", gridTemplateColumns: "repeat(auto-fit, minmax(200px, 1fr))", columnGap: 16 }}>
        {operation.parameters.map(({ name, required }) => (
          <Form.Item key={name} label={name} required={required} htmlFor={`${operation.key} ${name}`}>
            <Input
              id={`${operation.key} ${name}`}
              value={typed[name] ?? ""}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          </Form.Item>
        ))}
      </div>
      {operation.body !== undefined && (
        <Form.Item label={texts.body} htmlFor={`${operation.key} body`}>
          <Input.TextArea
            id={`${operation.key} body`}
            autoSize={{ minRows: 4, maxRows: 16 }}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </Form.Item>
      )}
      <Flex wrap gap={12} align="center">
        <Segmented
          aria-label={texts.as}
          value={as}
          onChange={setAs}
          options={[
            { value: "session", label: texts.session },
            { value: "key", label: texts.key },
          ]}
        />
        {as === "key" && (
          <Input.Password
            aria-label={texts.key}
            style={{ width: 320, maxWidth: "100%" }}
            autoComplete="off"
            placeholder={texts.keyPlaceholder}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {texts.send}
        </Button>
      </Flex>
      {outcome && (
        <div role="status" style={{ marginTop: 12 }}>
          <Alert type={outcome.kind} title={outcome.title} showIcon />
          {outcome.text !== undefined && <CodeText value={outcome.text} language="json" label={outcome.title} />}
        </div>
      )}
    </Form>
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pretty(text: string): string {
  const value = readJson(text);
  return (value === undefined ? text : JSON.stringify(value, null, 2)).slice(0, mostCharacters);
}
