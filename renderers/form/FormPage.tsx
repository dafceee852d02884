import type { ReactNode } from "react";
import "./form-cards.css";

interface FormPageProps {
  readonly label: string;
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** A form that is a page of cards: its buttons stand at the end of the line that says where one is. */
export function FormPage({ label, footer, children }: FormPageProps) {
  return (
    <section className="sc-form-page" aria-label={label}>
      <div className="sc-form-page-head sc-line">{footer}</div>
      {children}
    </section>
  );
}
