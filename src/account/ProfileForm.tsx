import { Button, Select } from "antd";
import dayjs from "dayjs";
import { type FormEvent, useEffect, useId } from "react";
import { DateInput } from "../../renderers/editors/date/DateInput.tsx";
import { readWire, shownFormat } from "../../renderers/editors/date/date-text.ts";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import type { UnsavedWork } from "../../runtime/react/services.ts";
import { checkEmail, onlyWrong } from "../login/field-checks.ts";
import { TextField } from "../login/TextField.tsx";
import { useFields } from "../login/use-fields.ts";
import { accountMessages as texts } from "../messages/account.ts";
import { useConsole } from "../stores/console.ts";
import type { Profile, ProfileCalls } from "./profile.ts";

interface ProfileFormProps {
  readonly profile: Profile;
  readonly calls: ProfileCalls;
  /** The page's part: closing its tab or the window asks while something here is not saved. */
  readonly unsaved: UnsavedWork | undefined;
  onSaved(profile: Profile): void;
}

const fields = [
  { name: "realname", label: texts.realname, maxLength: 50, autoComplete: "name" },
  { name: "email", label: texts.email, maxLength: 100, autoComplete: "email" },
  { name: "telephone", label: texts.telephone, maxLength: 45, autoComplete: "tel" },
] as const;
type Name = (typeof fields)[number]["name"] | "sex" | "birthday";
const labels: readonly { readonly name: Name; readonly label: string }[] = [
  ...fields,
  { name: "birthday", label: texts.birthday },
  { name: "sex", label: texts.sex },
];

/** Name, birthday and how to be reached; the server checks the same and says what is taken. */
export function ProfileForm({ profile, calls, unsaved, onSaved }: ProfileFormProps) {
  const { feedback } = useConsole();
  const sexId = useId();
  const birthdayId = useId();
  const { realname, sex, birthday, email, telephone } = profile;
  const { form, values, errors, isBusy, change, submit } = useFields<Name>({
    realname,
    sex,
    birthday,
    email,
    telephone,
  });

  const isDirty = useEvent(() => labels.some(({ name }) => values[name].trim() !== profile[name]));
  useEffect(() => unsaved?.watch(isDirty), [unsaved, isDirty]);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    void submit({
      check: () =>
        onlyWrong({
          realname: values.realname.trim() ? undefined : texts.realnameRequired,
          birthday: birthdayProblem(values.birthday),
          email: checkEmail(values.email),
        }),
      send: async () => {
        const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
        onSaved(await calls.save(trimmed));
        feedback.notify("success", texts.saved);
      },
      fieldOf: (message) => {
        const said = message.toLowerCase();
        return labels.find(({ label }) => said.includes(label.toLowerCase()))?.name ?? "realname";
      },
    });
  }

  return (
    <form ref={form} className="account-form sc-boxes" onSubmit={handleSubmit} noValidate>
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
      <div className="text-field sc-origin" data-field="birthday">
        <label htmlFor={birthdayId} className="text-field-label">
          {texts.birthday}
        </label>
        <DateInput
          id={birthdayId}
          of="date"
          format={shownFormat("date")}
          placeholder={texts.birthdayHint}
          aria={{
            "aria-required": undefined,
            "aria-invalid": errors.birthday === undefined ? undefined : true,
            "aria-describedby": errors.birthday === undefined ? undefined : `${birthdayId}-error`,
          }}
          value={values.birthday}
          disabled={isBusy}
          onChange={(value) => change("birthday", value ?? "")}
        />
        {errors.birthday === undefined ? null : (
          <p id={`${birthdayId}-error`} className="text-field-error sc-cut" role="alert">
            {errors.birthday}
          </p>
        )}
      </div>
      <div className="text-field sc-origin">
        <label htmlFor={sexId} className="text-field-label">
          {texts.sex}
        </label>
        <Select
          id={sexId}
          style={{ width: "100%" }}
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

/** Nothing, or a day from 1900 to today; what was typed and is no date is kept as it is. */
function birthdayProblem(text: string): string | undefined {
  if (text === "") return undefined;
  const day = readWire(text, "date");
  return day && day.year() >= 1900 && !day.isAfter(dayjs()) ? undefined : texts.birthdayWrong;
}
