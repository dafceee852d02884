import type { ReactNode } from "react";
import { messages } from "../messages/messages.ts";
import { Logo } from "../ui/Logo.tsx";
import "./login.css";
import { Street } from "./Street.tsx";

/** The frame of every page before the shell: mark and title above, one card, copyright below. */
export function LoginLayout({ children }: { readonly children: ReactNode }) {
  return (
    <div className="login">
      <Street />
      <div className="login-column">
        <header>
          <Logo size={40} />
          <h1>{messages.product.name}</h1>
          <p>{messages.product.slogan}</p>
        </header>
        <main className="login-card">{children}</main>
      </div>
      <footer className="login-footer">{messages.login.copyright}</footer>
    </div>
  );
}
