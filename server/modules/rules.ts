import { modelOfTable } from "../../runtime/model/model-of-table.ts";
import type { ResolvedModel, Row } from "../../runtime/model/resolved-model.ts";
import { decideAction } from "../../runtime/permission/action.ts";
import { warnsOfTaken } from "../../runtime/record/patterns.ts";
import { callerOf } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { RouteModule } from "../context.ts";
import type { Queryable } from "../db/database.ts";
import { ok } from "../http/envelope.ts";
import { AppError } from "../http/errors.ts";
import { refuse } from "../http/refusal.ts";
import { failedStep, loadCheckRules } from "../models/check-rules.ts";
import { readRowBody } from "../models/engine-parts.ts";
import { mayTakeValue } from "../models/look-ups/fill-rule-codes.ts";

const maxRules = 50;
const maxValueLength = 1_000;

type Query = Readonly<Record<string, string | undefined>>;

/** Fill rules, check rules and the duplicate check (contract 03 §3.4–3.6); the rules themselves are rows of models. */
export const routes: RouteModule = (api, { engine, db, documents }) => {
  const limited = { config: { permission: "session", rateLimit: { max: 300, timeWindow: "1 minute" } } };

  const takeValue = async (code: string, form: Row, caller: Caller): Promise<unknown> => {
    const isAllowed = mayTakeValue(documents.current, code, caller);
    if (!isAllowed && (await isFillRule(db.kysely, code))) throw new AppError("FORBIDDEN");
    return engine.fillValue(code, form, caller);
  };

  api.get<{ Querystring: Query }>(
    "/sys/fillRule/testFillRule",
    { config: { permission: "system:fill-rule:list" } },
    async (request) => ok(await engine.tryFillValue(textOf(request.query.ruleCode), callerOf(request))),
  );

  api.put<{ Params: { code: string } }>("/sys/fillRule/executeRuleByCode/:code", limited, async (request) => {
    const form = request.body === undefined ? {} : readRowBody(request.body);
    return ok(await takeValue(textOf(request.params.code), form, callerOf(request)));
  });

  api.put("/sys/fillRule/executeRuleByCodeBatch", limited, async (request) => {
    const { commonFormData, rules } = readRowBody(request.body);
    if (!Array.isArray(rules) || rules.length > maxRules) throw refuse(`一次最多执行 ${maxRules} 条填值规则`);
    const results: Row[] = [];
    for (const rule of rules.map(readRowBody)) {
      const form = readRowBody(rule.formData ?? commonFormData ?? {});
      const ruleCode = textOf(rule.ruleCode);
      results.push({ ruleCode, result: await takeValue(ruleCode, form, callerOf(request)) });
    }
    return ok(results);
  });

  api.get<{ Querystring: Query }>("/sys/checkRule/checkByCode", limited, async (request) => {
    const code = textOf(request.query.ruleCode);
    const value = decodeOnce(textOf(request.query.value));
    const rule = (await loadCheckRules(db.kysely, engine.models, [code])).get(code);
    if (!rule) throw refuse("该编码不存在");
    const failed = value.trim() === "" ? undefined : failedStep(rule, value);
    if (!failed) return ok(null, "校验通过");
    const result = { ...failed, checkValue: value, passed: false };
    throw new AppError("INVALID", { details: { reason: failed.message }, result });
  });

  api.get<{ Querystring: Query }>("/sys/duplicate/check", limited, async (request) => {
    const { query } = request;
    const caller = callerOf(request);
    const model = named(engine.models, textOf(query.tableName ?? query.table));
    const field = model && uniqueField(model, textOf(query.fieldName ?? query.field));
    if (!model || !field) throw refuse("参数不识别！");
    const codes = ["add", "edit"].map((action) => `${model.permissionPrefix}:${action}`).join(",");
    if (!decideAction(caller, codes).allowed) throw new AppError("FORBIDDEN");
    const value = textOf(query.fieldVal ?? query.value);
    if (await engine.isFree(model.id, field, value, textOf(query.dataId), caller)) return ok(null, "该值可用！");
    throw refuse("该值不可用，系统中已存在！");
  });
};

async function isFillRule(db: Queryable, code: string): Promise<boolean> {
  const found = await db.selectFrom("sys_fill_rule").select("id").where("rule_code", "=", code).executeTakeFirst();
  return found !== undefined;
}

/** Tables of recorded clients that have another name here. */
const formerTables: ReadonlyMap<string, string> = new Map([["sys_sms_template", "system/message-template"]]);

function named(models: ReadonlyMap<string, ResolvedModel>, tableOrId: string): ResolvedModel | undefined {
  return models.get(formerTables.get(tableOrId) ?? tableOrId) ?? modelOfTable(models.values(), tableOrId);
}

/** Fields that recorded clients ask about, though a value may come more than once. */
const askedFields: Readonly<Record<string, readonly string[]>> = { "system/permission": ["perms"] };

/**
 * Only fields that a model declares unique, or warns of doubles, can be asked about, and those of `askedFields`; by wire name
 * or by column.
 */
function uniqueField(model: ResolvedModel, name: string): string | undefined {
  const asked = askedFields[model.id] ?? [];
  return [...model.fields.values()].find(
    (field) =>
      (field.unique || field.rules.some(warnsOfTaken) || asked.includes(field.name)) &&
      (field.name === name || field.column === name),
  )?.name;
}

function textOf(value: unknown): string {
  const text = typeof value === "string" ? value : "";
  if (text.length > maxValueLength || text.includes("\u0000")) throw refuse("参数不识别！");
  return text;
}

/** Recorded clients encode the value once more. */
function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
