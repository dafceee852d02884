import { sql } from "kysely";
import type { ResolvedModel, Row } from "../../../../runtime/model/resolved-model.ts";
import { isFormModel } from "../../../../runtime/online-forms/names.ts";
import { modelAccess } from "../../../../runtime/permission/field-access.ts";
import type { Caller } from "../../../auth/caller.ts";
import type { Queryable } from "../../../db/database.ts";
import type { AppError } from "../../../http/errors.ts";
import { quoted, refuse } from "../../../http/refusal.ts";
import type { ScriptFailure, ScriptInput, ScriptResult } from "../../../jobs/scripts/script-messages.ts";
import { ScriptRunner } from "../../../jobs/scripts/script-runner.ts";
import { expressionUser } from "../../../models/expression-scope.ts";
import type { ModelHooks } from "../../../models/hooks.ts";
import { readBody } from "../../../models/read-body.ts";
import { fromWireRow, toWireRow } from "../run/wire-rows.ts";

export const scriptModel = "online/cgform-script";

export const scriptsAreOff = "脚本增强没有启用：系统管理员设置 FORM_SCRIPTS=on 并重启后，脚本才能保存和运行";

const failures: Readonly<Record<ScriptFailure, string>> = {
  syntax: "语法错误",
  thrown: "脚本出错",
  time: "脚本超过 100 毫秒，已停止",
  memory: "脚本超过 32 MB 内存，已停止",
  recursion: "脚本的调用层数太多，已停止",
  unsettled: "脚本等待的结果没有到来",
  tooLarge: "脚本返回的内容太大",
  wrongKind: "脚本只能返回要改的字段、一句不让保存的话，或不返回",
  busy: "同时运行的脚本太多，请稍后再试",
  gone: "运行脚本的进程已重新启动，请再试一次",
};

type Failed = Extract<ScriptResult, { readonly kind: "failed" }>;

/** `第 2 行第 5 列：语法错误：unexpected token`. */
export function failureText({ reason, detail, line, column }: Failed): string {
  const place = line === undefined ? "" : `第 ${line} 行${column === undefined ? "" : `第 ${column} 列`}：`;
  const isTold = reason === "syntax" || reason === "thrown";
  return `${place}${failures[reason]}${isTold && detail ? `：${detail}` : ""}`;
}

interface ScriptSubject {
  readonly model: ResolvedModel;
  readonly caller: Caller;
  readonly now: string;
  readonly event: ScriptInput["event"];
}

/** The scripts of forms, where the operator switched them on; they never run in a browser. */
export class FormScripts {
  readonly #runner: ScriptRunner | undefined;

  constructor(isOn: boolean) {
    this.#runner = isOn ? new ScriptRunner() : undefined;
  }

  get isOn(): boolean {
    return this.#runner !== undefined;
  }

  get processId(): number | undefined {
    return this.#runner?.processId;
  }

  /** Why a script cannot be kept; undefined for one that can be read. @throws AppError INVALID while scripts are off */
  async problem(script: string): Promise<string | undefined> {
    if (!this.#runner) throw refuse(scriptsAreOff);
    const result = await this.#runner.check(script);
    return result.kind === "failed" ? failureText(result) : undefined;
  }

  /**
   * Runs the scripts for an event one after the other over a record.
   *
   * @param record by field names
   * @returns what they change, by field names, as a body of the caller's
   * @throws AppError INVALID when one refuses or fails, or writes what the caller may not
   */
  async changes(scripts: readonly string[], record: Row, { model, caller, now, event }: ScriptSubject): Promise<Row> {
    let changed: Row = {};
    for (const script of this.#runner ? scripts : []) {
      const seen = visibleTo(caller, model, { ...record, ...changed });
      const input = { record: toWireRow(model, seen), user: expressionUser(caller), event, now };
      const result = await this.#runner?.run(script, input);
      if (!result) continue;
      if (result.kind !== "changes") throw refusal(result);
      const body = fromWireRow(result.changes, new Set());
      const taken = readBody({ caller }, model, body, undefined);
      const stranger = Object.keys(body).find((name) => !Object.hasOwn(taken, name));
      if (stranger !== undefined) throw refuse(`脚本不能写字段${quoted(stranger)}`);
      changed = { ...changed, ...taken };
    }
    return changed;
  }

  /** What a form's records do before they are saved. */
  hooks(): ModelHooks {
    return {
      beforeValidate: async (draft, { model, caller, trx, before, now }) => {
        const scripts = await readScripts(trx, model.id, "save", "");
        if (scripts.length === 0) return;
        const event = before ? "edit" : "add";
        Object.assign(draft, await this.changes(scripts, { ...before, ...draft }, { model, caller, now, event }));
      },
    };
  }

  close(): void {
    this.#runner?.close();
  }
}

/** A script is no way around what the caller may see. */
function visibleTo(caller: Caller, model: ResolvedModel, row: Row): Row {
  const access = modelAccess(model, caller);
  const isSeen = (name: string) => access.get(name)?.visible !== false && access.get(name)?.mask === undefined;
  return Object.fromEntries(Object.entries(row).filter(([name]) => isSeen(name)));
}

function refusal(result: Exclude<ScriptResult, { readonly kind: "changes" }>): AppError {
  return refuse(result.kind === "refused" ? result.message.trim() || "脚本不让保存" : failureText(result));
}

/** The active scripts of a form for an event, in the order in which they were made. */
export async function readScripts(
  db: Queryable,
  modelId: string,
  event: "save" | "button",
  buttonCode: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ script: string }>`select script from onl_cgform_script
    where concat('online/form/', lower(cgform_head_id)) = ${modelId} and event = ${event}
      and coalesce(button_code, '') = ${buttonCode} and coalesce(active_status, '1') <> '0'
    order by create_time, id`.execute(db);
  return rows.map(({ script }) => script);
}

/** The hooks of the product's own models, and those that every form has. */
export function withFormHooks(
  hooks: ReadonlyMap<string, ModelHooks>,
  scripts: FormScripts,
): ReadonlyMap<string, ModelHooks> {
  if (!scripts.isOn) return hooks;
  const ofForms = scripts.hooks();
  return new (class extends Map<string, ModelHooks> {
    override get(id: string): ModelHooks | undefined {
      return super.get(id) ?? (isFormModel(id) ? ofForms : undefined);
    }
  })(hooks);
}
