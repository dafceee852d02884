import { isPhone } from "../../auth/phone.ts";
import type { SmsConfig } from "../../config/sms-config.ts";
import { type SendMessage, SendRefused, type TransportMessage } from "../transport.ts";
import { fillBody, timeValues } from "./fill-shape.ts";
import { readSmsAnswer } from "./read-sms-answer.ts";
import { encodeForm, encodeStrictly, signRequest } from "./sign-request.ts";
import type { SmsShape } from "./sms-shape.ts";

interface GatewayRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const contentTypes = { json: "application/json; charset=utf-8", form: "application/x-www-form-urlencoded" } as const;
const maxAnswerBytes = 64 * 1024;

/** Short messages over a provider's HTTP interface. The host is the operator's and redirects are not followed. */
export function smsGateway(config: SmsConfig, shape: SmsShape, now = () => new Date()): SendMessage {
  return async (message) => {
    // One number each: a failure in the middle of several would send the first ones again.
    if (!isPhone(message.receiver)) throw new SendRefused(`手机号不正确：${message.receiver}`);
    const { status, text } = await call(config, buildRequest(config, shape, message, now()));
    readSmsAnswer(shape.answer, status, text);
  };
}

/** @throws SendRefused for a message that has no template at a provider who needs one */
function buildRequest(config: SmsConfig, shape: SmsShape, message: TransportMessage, now: Date): GatewayRequest {
  const template = config.templates.get(message.template ?? "");
  if (shape.needsTemplate && template === undefined) {
    throw new SendRefused(`SMS_TEMPLATES 里没有模板 ${message.template || "（无编码）"} 的编号`, "channel");
  }
  const params = chooseParams(message.params ?? {}, template?.params);
  const texts: Readonly<Record<string, string>> = {
    ...timeValues(now),
    id: message.id,
    phone: message.receiver,
    content: message.content,
    template: template?.id ?? message.template ?? "",
    paramsJson: JSON.stringify(params),
    signName: config.signName,
    appId: config.appId,
    keyId: config.keyId,
    host: new URL(config.url).host,
  };
  const fields = fillBody(shape.body, { texts, params });
  return signed(config, shape, fields, texts);
}

function signed(
  config: SmsConfig,
  { format, headers = {}, signature }: SmsShape,
  fields: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): GatewayRequest {
  const form = encodeForm(fields);
  const body = format === "json" ? JSON.stringify(fields) : form;
  // The secret is a value for signatures alone: a body that names it sends nothing.
  const secrets = { ...texts, keySecret: config.keySecret, body, formEncoded: encodeStrictly(form) };
  const known = { ...texts, signature: signature ? signRequest(signature, secrets) : "" };
  const field = signature?.field;
  const header = signature?.header;
  return {
    headers: {
      "Content-Type": contentTypes[format],
      ...fillBody(headers, { texts, params: {} }),
      ...(header ? fillBody({ [header.name]: header.value }, { texts: known, params: {} }) : {}),
    } as Readonly<Record<string, string>>,
    body: field === undefined ? body : `${body}&${encodeStrictly(field)}=${encodeStrictly(known.signature)}`,
  };
}

/** The parameters of a template in its order; without an order, what the message has but how long it is good. */
function chooseParams(
  params: Readonly<Record<string, string>>,
  names: readonly string[] | undefined,
): Readonly<Record<string, string>> {
  const chosen = names ?? Object.keys(params).filter((name) => name !== "minutes");
  return Object.fromEntries(chosen.map((name) => [name, params[name] ?? ""]));
}

/** @throws Error when the gateway cannot be reached or takes too long */
async function call({ url, timeoutMs }: SmsConfig, request: GatewayRequest): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { method: "POST", ...request, redirect: "manual", signal });
    return { status: response.status, text: await readBounded(response) };
  } catch (error) {
    const reason = signal.aborted ? ` ${timeoutMs / 1_000} 秒内没有应答` : "无法连接";
    throw new Error(`短信网关${reason}`, { cause: error });
  }
}

/** An answer is a few lines; what goes on is not read. */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > maxAnswerBytes) break;
  }
  return text;
}
