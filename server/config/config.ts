import { resolve } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import { defaultTimeZone } from "../../runtime/format/business-time.ts";
import { type ConfigName, configNames, configSchema } from "./config-schema.ts";
import { isLoopback } from "./loopback.ts";
import { type OutsideSignIn, readOutsideSignIn } from "./outside-sign-in.ts";
import { readS3Config, type S3Config } from "./s3-config.ts";
import { readSmsConfig, type SmsConfig } from "./sms-config.ts";

/** What the operator sets for everybody. */
export interface PageSite {
  /** In the title of every page; the console's own name when absent. */
  readonly productName?: string | undefined;
  /** False takes 界面设置 away. */
  readonly hasSettings?: boolean;
}

/** The settings of one server process, read once at start. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Absolute path. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminPassword: string | undefined;
  readonly seed: "demo" | "none";
  readonly seedNumber: number;
  /** `small` and `large` are the volumes that the models state; a number multiplies the small ones. */
  readonly seedScale: "small" | "large" | number;
  readonly demoPassword: string | undefined;
  /** Whether a first administrator without ADMIN_PASSWORD is led through the guide. */
  readonly firstGuide: boolean;
  /** Whether sign-in asks for a captcha; `CAPTCHA=off` counts only on a loopback address. */
  readonly captcha: boolean;
  readonly logLevel: string;
  /** For example `/api`; starts with a slash, ends without one. */
  readonly contextPath: string;
  readonly publicUrl: string | undefined;
  /** Origins whose pages may call the API, as browsers spell them. */
  readonly corsOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly site: PageSite;
  readonly timeZone: string;
  /** Seals passwords of data sources; undefined: a key is made in the data folder. */
  readonly secretKey: string | undefined;
  /** `host` or `host:port` that data sources may name. */
  readonly dataSourceHosts: readonly string[];
  /** `host`, `host:port`, `*.domain` or `service=host:port` that gateway routes may forward to. */
  readonly gatewayHosts: readonly string[];
  /** Scripts of online forms may be kept and run, in a process of their own. */
  readonly formScripts: boolean;
  /** `host`, `host:port` or `*.domain` that webhooks may name. */
  readonly webhookHosts: readonly string[];
  /** Whom people may sign in by besides a password. */
  readonly outsideSignIn: OutsideSignIn;
  /** Opens `/metrics`; undefined: there is no such address. */
  readonly metricsToken: string | undefined;
  readonly smtpUrl: string | undefined;
  /** Where files lie; undefined: in the data folder. */
  readonly s3: S3Config | undefined;
  /** Undefined: short messages are not configured. */
  readonly sms: SmsConfig | undefined;
  /** Who mail is from; without it, `no-reply` at the mail server. */
  readonly smtpFrom: string | undefined;
  /** What one query may cost, in the planner's units; undefined: what fits the database. */
  readonly queryBudget: number | undefined;
  /** Whether people may make accounts for themselves. */
  readonly registration: boolean;
  /** Whether announcements to everybody are read without signing in. */
  readonly publicAnnouncements: boolean;
  /** How long the process still answers after it was asked to stop. */
  readonly drainSeconds: number;
}

/** A setting that cannot be used; the message names it, says what it must be, and never repeats a secret. */
export class ConfigError extends Error {}

/**
 * Reads the settings from environment variables.
 *
 * @throws ConfigError with one Chinese line per wrong variable
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const values = readValues(env);
  const port = Number(values.PORT);
  if (port > 65_535) throw new ConfigError(describe("PORT", values.PORT));
  const host = values.HOST ?? "127.0.0.1";
  checkTimeZone(values.APP_TZ);
  return {
    port,
    host,
    dataDir: resolve(values.DATA_DIR ?? "./data"),
    databaseUrl: values.DATABASE_URL,
    adminPassword: values.ADMIN_PASSWORD,
    seed: values.SEED === "none" ? "none" : "demo",
    seedNumber: Number(values.SEED_NUMBER ?? 20_260_101),
    seedScale: readScale(values.SEED_SCALE),
    demoPassword: values.DEMO_PASSWORD,
    firstGuide: values.FIRST_GUIDE !== "off",
    captcha: values.CAPTCHA !== "off" || !isLoopback(host),
    logLevel: values.LOG_LEVEL ?? "info",
    contextPath: values.CONTEXT_PATH ?? "/api",
    publicUrl: values.PUBLIC_URL,
    corsOrigins: values.CORS_ORIGINS?.split(",") ?? [],
    trustedProxies: values.TRUSTED_PROXIES?.split(",") ?? [],
    site: { productName: values.PRODUCT_NAME, hasSettings: values.SETTINGS_DRAWER !== "off" },
    timeZone: values.APP_TZ ?? defaultTimeZone,
    secretKey: values.SECRET_KEY,
    dataSourceHosts: values.DATA_SOURCE_HOSTS?.split(",") ?? [],
    formScripts: values.FORM_SCRIPTS === "on",
    gatewayHosts: values.GATEWAY_HOSTS?.split(",") ?? [],
    webhookHosts: values.WEBHOOK_HOSTS?.split(",") ?? [],
    outsideSignIn: readOutsideSignIn(values),
    metricsToken: values.METRICS_TOKEN,
    smtpUrl: values.SMTP_URL,
    s3: readBucket(values),
    sms: readSmsConfig(values, host),
    smtpFrom: values.SMTP_FROM,
    queryBudget: values.QUERY_BUDGET === undefined ? undefined : Number(values.QUERY_BUDGET),
    publicAnnouncements: values.PUBLIC_ANNOUNCEMENTS === "on",
    drainSeconds: Number(values.DRAIN_SECONDS ?? 0),
    registration: values.REGISTRATION !== "off",
  };
}

function readBucket(values: Values): S3Config | undefined {
  try {
    return readS3Config(values);
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

function readScale(text: string | undefined): Config["seedScale"] {
  if (text === undefined || text === "small" || text === "large") return text ?? "small";
  return Number(text);
}

/** The settings in force, one `NAME=value` per line, secrets as `******`; what `--print-config` prints. */
export function printConfig(env: Readonly<Record<string, string | undefined>>): string {
  const values = readValues(env);
  return configNames
    .map((name) => {
      const value = values[name];
      if (value === undefined) return `${name}=`;
      return `${name}=${"secret" in configSchema.properties[name] ? "******" : value}`;
    })
    .join("\n");
}

type Values = Partial<Record<ConfigName, string>>;

// Whether our own schema is one is no question of a start: that takes longer than all of its values.
const ajv = new Ajv({ useDefaults: true, allErrors: true, validateSchema: false });
ajv.addVocabulary(["secret"]);
const validate = ajv.compile<Values>(configSchema);

function readValues(env: Readonly<Record<string, string | undefined>>): Values {
  const values: Values = {};
  for (const name of configNames) {
    const text = env[name]?.trim();
    if (text) values[name] = text;
  }
  if (validate(values)) return values;
  throw new ConfigError((validate.errors ?? []).map((error) => describeError(error, values)).join("\n"));
}

function describeError(error: ErrorObject, values: Values): string {
  const name = error.instancePath.slice(1) as ConfigName;
  return describe(name, values[name]);
}

function describe(name: ConfigName, value: string | undefined): string {
  const property = configSchema.properties[name];
  const shown = "secret" in property ? "******" : value;
  return `环境变量 ${name} 的值 ${shown} 不能使用，应为：${property.title}`;
}

function checkTimeZone(zone: string | undefined): void {
  try {
    new Intl.DateTimeFormat("zh-CN", { timeZone: zone });
  } catch {
    throw new ConfigError(describe("APP_TZ", zone));
  }
}
