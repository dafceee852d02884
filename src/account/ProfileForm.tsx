import { Button, Select } from "antd";
import { type FormEvent, useEffect, useId } from "react";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import type { UnsavedWork } from "../../runtime/react/services.ts";
import { checkEmail, onlyWrong } from "../login/field-checks.ts";
import { TextField } from "../login/TextField.tsx";
import { useFields } from "../login/use-fields.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";
import type { Profile, ProfileCalls } from "./profile.ts";

interface ProfileFormProps {
  readonly profile: Profile;
  readonly calls: ProfileCalls;
  /** The page's part: closing its tab or the window asks while something here is not saved. */
  readonly unsaved: UnsavedWork | undefined;
  onSaved(profile: Profile): void;
}

const { account: texts } = messages;
const fields = [
  { name: "realname", label: texts.realname, maxLength: 50, autoComplete: "name" },
  { name: "birthday", label: texts.birthday, maxLength: 10, autoComplete: "bday", placeholder: texts.birthdayHint },
  { name: "email", label: texts.email, maxLength: 100, autoComplete: "email" },
  { name: "telephone", label: texts.telephone, maxLength: 45, autoComplete: "tel" },
] as const;
type Name = (typeof fields)[number]["name"] | "sex";
const names: readonly Name[] = ["sex", ...fields.map(({ name }) => name)];

/** Name, birthday and how to be reached; the server checks the same and says what is taken. */
export function ProfileForm({ profile, calls, unsaved, onSaved }: ProfileFormProps) {
  const { feedback } = useConsole();
  const sexId = useId();
  const { realname, sex, birthday, email, telephone } = profile;
  const { form, values, errors, isBusy, change, submit } = useFields<Name>({
    realname,
    sex,
    birthday,
    email,
    telephone,
  });

  const isDirty = useEvent(() => names.some((name) => values[name].trim() !== profile[name]));
  useEffect(() => unsaved?.watch(isDirty), [unsaved, isDirty]);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit({
      check: () =>
        onlyWrong({
          realname: values.realname.trim() ? undefined : texts.realnameRequired,
          birthday: isDate(values.birthday.trim()) ? undefined : texts.birthdayWrong,
          email: checkEmail(values.email),
        }),
      send: async () => {
        const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
        onSaved(await calls.save(trimmed));
        feedback.notify("success", texts.saved);
      },
      fieldOf: (message) => {
        const said = message.toLowerCase();
        return fields.find(({ label }) => said.includes(label.toLowerCase()))?.name ?? "realname";
      },
    });
  }

  return (
    <form ref={form} className="account-form" onSubmit={handleSubmit} noValidate>
      {fields.map((field) => (
        <div key={field.name} data-field={field.name}>
          <TextField
            {...field}
            hasVisibleLabel
            value={values[field.name]}
            onChange={(value) => change(field.name, value)}
            error={errors[field.name]}
            disabled={isBusy}
          />
        </div>
      ))}
      <div className="text-field">
        <label htmlFor={sexId} className="text-field-label">
          {texts.sex}
        </label>
        <Select
          id={sexId}
          className="account-sex"
          placeholder={texts.sexes.none}
          options={[
            { value: "1", label: texts.sexes.male },
            { value: "2", label: texts.sexes.female },
          ]}
          value={values.sex || undefined}
          status={errors.sex === undefined ? "" : "error"}
          disabled={isBusy}
          onChange={(value) => change("sex", value ?? "")}
        />
      </div>
      <div className="account-foot">
        <Button htmlType="submit" type="primary" loading={isBusy}>
          {isBusy ? texts.saving : texts.save}
        </Button>
      </div>
    </form>
  );
}

/** Nothing, or a day that the calendar has. */
function isDate(text: string): boolean {
  if (text === "") return true;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}
