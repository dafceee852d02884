import { FormLayout } from "@formily/antd-v5/esm/form-layout";
import { ContextCleaner, FormContext } from "@formily/react";
import type { ReactNode } from "react";
import { mobileQuery, useMedia } from "../layouts/use-media.ts";
import type { FormSession } from "./form-session.ts";

interface FormBodyProps {
  readonly session: FormSession;
  /** Labels stand above their fields on a wide screen too. */
  readonly isNarrow?: boolean;
  readonly children: ReactNode;
}

/**
 * What the fields of a form stand in: Formily's form and the arrangement of its items. The context alone, because
 * Formily's provider ends the form, its effect and its fields with the effects of a page behind another tab.
 */
export function FormBody({ session, isNarrow = false, children }: FormBodyProps) {
  const layout = useMedia(mobileQuery) || isNarrow ? "vertical" : "horizontal";
  return (
    <ContextCleaner>
      <FormContext.Provider value={session.form}>
        <FormLayout layout={layout} colon={false} shallow={false}>
          {children}
        </FormLayout>
      </FormContext.Provider>
    </ContextCleaner>
  );
}
