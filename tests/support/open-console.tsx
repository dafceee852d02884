import { cleanup, render, screen } from "@testing-library/react";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { vi } from "vitest";
import type { TransportRequest } from "../../src/api/transport.ts";
import type { WireMenu } from "../../src/api/wire-menu.ts";
import { ConsoleTheme } from "../../src/app/ConsoleTheme.tsx";
import { buildRoutes } from "../../src/app/routes.tsx";
import { ConsoleProvider, createConsole } from "../../src/stores/console.ts";
import { readSessionUser } from "../../src/stores/session.ts";

const group = (path: string, title: string, children: readonly WireMenu[]): WireMenu => ({
  path,
  component: "layouts/RouteView",
  meta: { title, icon: "team" },
  children,
});
const page = (path: string, title: string, more: Partial<WireMenu> = {}): WireMenu => ({
  path,
  route: "1",
  component: `modules/${title}`,
  meta: { title },
  ...more,
});

const menu: readonly WireMenu[] = [
  group("/member", "会员管理", [page("/member/list", "会员列表"), page("/member/secret", "内部", { hidden: true })]),
  group("/store", "门店管理", [
    page("/store/list", "门店列表"),
    page("/store/big", "门店大屏", { meta: { title: "门店大屏", hideTab: true } }),
  ]),
];

interface Setup {
  readonly at: string;
  /** Answers by method and path; an unnamed path answers with null. */
  readonly answers?: Readonly<
    Record<string, { readonly status?: number; readonly result?: unknown; readonly message?: string }>
  >;
  readonly mustChangePassword?: boolean;
  /** A window of a phone. Default: a wide one, in light mode. */
  readonly isNarrow?: boolean;
}

/** The whole console from the router down, signed in, with the network replaced, until `closeConsole`. */
export function openConsole({ at, answers = {}, mustChangePassword = false, isNarrow = false }: Setup) {
  vi.stubGlobal("matchMedia", (query: string) => ({
    // Nothing moves: without transitions no closing would ever end.
    matches: query === "(prefers-reduced-motion: reduce)" || (isNarrow && query === "(max-width: 1087px)"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const sent: TransportRequest[] = [];
  const defaults = { "GET /sys/permission/getUserPermissionByToken": { result: { menu, auth: [], allAuth: [] } } };
  const table: Setup["answers"] = { ...defaults, ...answers };
  const owner = createConsole({
    systemDark: false,
    transport: async (request) => {
      sent.push(request);
      const { status = 200, result = null, message = "" } = table?.[`${request.method} ${request.url.slice(4)}`] ?? {};
      const body = JSON.stringify({ success: status < 400, code: status, message, result, timestamp: 1 });
      return { status, body, header: () => "" };
    },
  });
  const user = readSessionUser({ id: "u1", username: "linxiao", realname: "林晓" });
  owner.session.signIn("t1", { ...user, mustChangePassword }, true);
  const router = createMemoryRouter(buildRoutes(owner), { initialEntries: [at] });
  owner.go = (to, options) => void router.navigate(to, options);
  render(
    <ConsoleProvider value={owner}>
      <ConsoleTheme>
        <RouterProvider router={router} />
      </ConsoleTheme>
    </ConsoleProvider>,
  );
  return { owner, router, sent, user: userEvent.setup() };
}

/** Leaves nothing behind for the next case, nor for the next file of the worker. */
export function closeConsole(): void {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
}

export const path = (router: ReturnType<typeof openConsole>["router"]) =>
  router.state.location.pathname + router.state.location.search;
export const mainMenu = () => screen.findByRole("navigation", { name: "主菜单" });
export const pageTitled = (name: string) => screen.findByRole("heading", { level: 1, name });

export async function chooseInUserMenu(user: UserEvent, entry: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: /^用户菜单/ }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}
