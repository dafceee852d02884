import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConfigProvider } from "antd";
import zhCN from "antd/locale/zh_CN";
import { type AddressBar, memoryAddress } from "../../runtime/react/address-bar.ts";
import { ContentsContext, type RegisteredContents } from "../registered-contents.ts";
import { ScreenHost } from "../screens/ScreenHost.tsx";
import type { FixtureConsole } from "./fixture-console.ts";

interface RenderOptions {
  readonly address?: AddressBar;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly screenId?: string;
  /** Conditions of the page around it. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Contents written in React that its documents name. */
  readonly contents?: RegisteredContents;
}

/** Mounts a screen as the console does, the shop's unless said otherwise. */
export function renderScreen(
  fixture: FixtureConsole,
  { address = memoryAddress(), params = {}, screenId = "test/shop", fixed, contents = {} }: RenderOptions = {},
) {
  const user = userEvent.setup();
  const view = render(
    <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <ContentsContext value={contents}>
        <ScreenHost screenId={screenId} services={fixture.services} address={address} params={params} fixed={fixed} />
      </ContentsContext>
    </ConfigProvider>,
  );
  return { user, ...view };
}
