import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { ConfigError } from "../../config/config.ts";
import { type SmsShape, smsShapeSchema } from "./sms-shape.ts";

const shipped = import.meta.glob<{ readonly default: unknown }>("./shapes/*.json", { eager: true });
// Whether our own schema is one is no question of a start.
const validate = new Ajv({ allErrors: true, strict: false, validateSchema: false }).compile<SmsShape>(smsShapeSchema);

/**
 * The shape of a name, or of a file of the operator.
 *
 * @throws ConfigError saying what is wrong in the file
 */
export function loadShape(name: string): SmsShape {
  const shape = name.endsWith(".json") ? readShape(name) : shipped[`./shapes/${name}.json`]?.default;
  if (validate(shape)) return shape;
  const faults = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "/"} ${message}`);
  throw new ConfigError(`SMS_SHAPE ${name} 不能使用：${faults.join("；")}`);
}

function readShape(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(`SMS_SHAPE ${file} 不能读取：${(error as Error).message}`);
  }
}
