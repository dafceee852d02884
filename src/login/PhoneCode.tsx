import type { CodePurpose } from "../stores/self-service.ts";
import { CodeField } from "./CodeField.tsx";
import { FormField } from "./FormField.tsx";
import { checkCode, checkPhone } from "./field-checks.ts";
import { pageIcons } from "./page-icons.ts";
import type { FieldErrors, FieldProps } from "./use-fields.ts";

type Name = "phone" | "code";

interface PhoneCodeProps {
  /** A form with at least these two fields. */
  readonly fields: {
    readonly values: Readonly<Record<Name, string>>;
    field(name: Name): FieldProps;
    showErrors(errors: FieldErrors<Name>): void;
  };
  readonly purpose: CodePurpose;
  readonly label: string;
  /** Draws a telephone in the field, as the fields beside it have their signs. */
  readonly hasIcon?: boolean;
  readonly hasVisibleLabel?: boolean;
}

/** A number and the code that was sent to it. */
export function PhoneCode({ fields, purpose, hasIcon = false, ...phone }: PhoneCodeProps) {
  return (
    <>
      <FormField
        name="phone"
        autoComplete="tel-national"
        maxLength={11}
        shape={hasIcon ? pageIcons.mobile : undefined}
        {...phone}
        {...fields.field("phone")}
      />
      <CodeField
        purpose={purpose}
        phone={fields.values.phone}
        {...fields.field("code")}
        onRefused={(field, message) => fields.showErrors({ [field]: message })}
      />
    </>
  );
}

export function checkPhoneCode({ phone, code }: Readonly<Record<Name, string>>): Record<Name, string | undefined> {
  return { phone: checkPhone(phone), code: checkCode(code) };
}
