import type { ButtonPlan, ListPlan } from "../../../runtime/compile/plan.ts";
import type { Row } from "../../../runtime/model/resolved-model.ts";
import type { ListActions } from "../../../runtime/react/list-actions.ts";
import { wireTime } from "../../../runtime/react/scope.ts";
import { type ConsoleServices, RequestError } from "../../../runtime/react/services.ts";
import type { FieldError } from "../../../runtime/record/record-types.ts";
import { askLogic } from "../../form/form-logic.ts";
import { FormSession } from "../../form/form-session.ts";
import { fieldErrorsOf } from "../../form/use-save.ts";

/** The question that a button asks before it does its work. */
export class AskedQuestion {
  readonly name: string;
  readonly session: FormSession;
  errors: readonly FieldError[] = [];
  isClosed = false;
  readonly #button: ButtonPlan;
  readonly #row: Row | undefined;
  readonly #services: ConsoleServices;
  readonly #actions: ListActions;

  constructor(
    plan: ListPlan,
    button: ButtonPlan,
    row: Row | undefined,
    services: ConsoleServices,
    actions: ListActions,
  ) {
    this.name = button.key;
    this.#button = button;
    this.#row = row;
    this.#services = services;
    this.#actions = actions;
    this.session = new FormSession(
      askLogic(plan.model, button.ask, {
        mode: "add",
        now: wireTime(new Date()),
        user: { ...services.user },
        ...(row ? { row } : {}),
      }),
    );
  }

  async fill(name: string, value: unknown): Promise<void> {
    this.session.set({ [name]: value });
  }

  async submit(): Promise<void> {
    this.errors = this.session.check();
    if (this.errors.length > 0) return;
    try {
      await this.#actions.answer(this.#button, this.#row, this.session.row);
      this.isClosed = true;
    } catch (reason) {
      if (!(reason instanceof RequestError)) throw reason;
      this.errors = fieldErrorsOf(reason);
      if (this.errors.length === 0) this.#services.notify("error", reason.message);
    }
  }
}
