import { ConfigProvider } from "antd";
import type { ReactNode } from "react";
import { sitePicture, siteSettings } from "../api/site-settings.ts";
import { useBrowserTitle } from "../router/use-browser-title.ts";
import { Logo } from "../theme/Logo.tsx";
import { LanguageChoice } from "./LanguageChoice.tsx";
import "./login.css";
import { Street } from "./Street.tsx";

interface LoginLayoutProps {
  /** What the browser calls the page. */
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of every page before the shell: mark and title above, one card, copyright below. */
export function LoginLayout({ title, children }: LoginLayoutProps) {
  useBrowserTitle(title);
  const site = siteSettings();
  return (
    <div className="login sc-stack">
      {site.hasLoginPicture ? <img className="login-picture" src={sitePicture("login")} alt="" /> : <Street />}
      <LanguageChoice />
      <div className="login-column sc-stack sc-grow">
        <header className="sc-middle">
          <Logo size={40} />
          <h1>{site.productName}</h1>
          <p className="sc-muted">{site.slogan}</p>
        </header>
        <ConfigProvider componentSize="large">
          <main className="login-card">{children}</main>
        </ConfigProvider>
      </div>
      <footer className="login-footer sc-line sc-still sc-hint">{site.footer}</footer>
    </div>
  );
}
