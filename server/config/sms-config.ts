import { isLoopback } from "./loopback.ts";

/** A template of the provider. */
export interface SmsTemplate {
  readonly id: string;
  /** Its parameters in order; undefined: what the message has. */
  readonly params: readonly string[] | undefined;
}

/** How short messages leave. */
export interface SmsConfig {
  readonly url: string;
  readonly shape: string;
  readonly keyId: string;
  readonly keySecret: string;
  readonly signName: string;
  readonly appId: string;
  /** By our template codes. */
  readonly templates: ReadonlyMap<string, SmsTemplate>;
  readonly timeoutMs: number;
}

/** `console:` in place of an address: messages are written where the server was started. */
export const developmentSms = "console:";

type Values = Readonly<Partial<Record<`SMS_${string}` | "PUBLIC_URL", string>>>;

/**
 * @param host where the server listens: the console counts only where nobody else can reach it
 * @returns undefined when short messages have no way out
 */
export function readSmsConfig(values: Values, host: string): SmsConfig | undefined {
  const url = values.SMS_URL;
  if (url === undefined) return undefined;
  if (url === developmentSms && !isOwnMachine(host, values.PUBLIC_URL)) return undefined;
  return {
    url,
    shape: values.SMS_SHAPE ?? "json",
    keyId: values.SMS_KEY_ID ?? "",
    keySecret: values.SMS_KEY_SECRET ?? "",
    signName: values.SMS_SIGN_NAME ?? "",
    appId: values.SMS_APP_ID ?? "",
    templates: readTemplates(values.SMS_TEMPLATES ?? ""),
    timeoutMs: Number(values.SMS_TIMEOUT ?? 5) * 1_000,
  };
}

/** A server behind a proxy listens on this machine too, so its public address has a say. */
function isOwnMachine(host: string, publicUrl: string | undefined): boolean {
  return isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname));
}

/** @example readTemplates("login=SMS_1,reset=SMS_2:code+minutes") */
function readTemplates(text: string): ReadonlyMap<string, SmsTemplate> {
  return new Map(
    text
      .split(",")
      .filter(Boolean)
      .map((entry) => {
        const [name = "", rest = ""] = entry.split("=");
        const [id = "", params] = rest.split(":");
        return [name, { id, params: params?.split("+") }];
      }),
  );
}
