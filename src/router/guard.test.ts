import { describe, expect, it } from "vitest";
import { decideEntry, type GuardInput } from "./guard.ts";

const visitor: GuardInput = {
  pathname: "/member/list",
  search: "",
  isSignedIn: false,
  mustChangePassword: false,
  mustSetUpSecondFactor: false,
  mustChoose: false,
  hasPermissions: false,
};
const staff: GuardInput = { ...visitor, isSignedIn: true, hasPermissions: true };

describe("SES-16 somebody who is not signed in", () => {
  it("is sent to the sign-in page, which remembers the wanted place with its query", () => {
    expect(decideEntry({ ...visitor, search: "?sex=1" })).toEqual({
      kind: "go",
      to: "/user/login?redirect=%2Fmember%2Flist%3Fsex%3D1",
    });
  });

  it.each(["/user/login", "/user/register", "/user/register-result", "/user/alteration", "/user/reset-link"])(
    "may open %s",
    (pathname) => {
      expect(decideEntry({ ...visitor, pathname })).toEqual({ kind: "enter" });
    },
  );

  it("types /login for the sign-in page, which does not remember it as a wanted place", () => {
    expect(decideEntry({ ...visitor, pathname: "/login" })).toEqual({ kind: "go", to: "/user/login" });
    const search = "?redirect=%2Fstore%2Forder";
    expect(decideEntry({ ...visitor, pathname: "/login", search })).toEqual({
      kind: "go",
      to: "/user/login?redirect=%2Fstore%2Forder",
    });
  });

  it("gets no redirect parameter for the home page", () => {
    expect(decideEntry({ ...visitor, pathname: "/dashboard/analysis" })).toEqual({ kind: "go", to: "/user/login" });
  });
});

describe("SES-16, SES-17 somebody who is signed in", () => {
  it("chooses a department on the sign-in page before anything else opens", () => {
    const undecided: GuardInput = { ...staff, mustChoose: true };
    expect(decideEntry(undecided)).toEqual({ kind: "go", to: "/user/login?redirect=%2Fmember%2Flist" });
    expect(decideEntry({ ...undecided, pathname: "/user/login" })).toEqual({ kind: "enter" });
  });

  it("enters a page when the permission list is there", () => {
    expect(decideEntry(staff)).toEqual({ kind: "enter" });
  });

  it("waits for the permission list; when it cannot be loaded the sign-in page remembers the place", () => {
    expect(decideEntry({ ...staff, hasPermissions: false })).toEqual({
      kind: "load",
      otherwise: "/user/login?redirect=%2Fmember%2Flist",
    });
  });

  it("goes home from the sign-in page", () => {
    expect(decideEntry({ ...staff, pathname: "/user/login" })).toEqual({ kind: "go", to: "/dashboard/analysis" });
  });

  it.each([
    ["sets a first password", { mustChangePassword: true }, "/user/password"],
    ["sets up a second step", { mustSetUpSecondFactor: true }, "/user/second-factor"],
  ])("SES-17 %s before the wanted place, which is remembered on the way", (_what, duty, page) => {
    const busy: GuardInput = { ...staff, ...duty };
    const there = `${page}?redirect=%2Fmember%2Flist%3Fsex%3D1`;
    expect(decideEntry({ ...busy, search: "?sex=1" })).toEqual({ kind: "go", to: there });
    const search = "?redirect=%2Fmember%2Flist%3Fsex%3D1";
    expect(decideEntry({ ...busy, pathname: "/user/login", search })).toEqual({ kind: "go", to: there });
    expect(decideEntry({ ...busy, pathname: "/user/register" })).toEqual({ kind: "go", to: page });
    expect(decideEntry({ ...busy, pathname: page, search })).toEqual({ kind: "enter" });
    expect(decideEntry({ ...staff, pathname: page, search })).toEqual({ kind: "go", to: "/member/list?sex=1" });
  });

  it("goes home from /login too, by way of the sign-in page", () => {
    const typed = decideEntry({ ...staff, pathname: "/login" });
    expect(typed).toEqual({ kind: "go", to: "/user/login" });
    const remembered = decideEntry({ ...staff, pathname: "/user/login", search: "?redirect=%2Flogin" });
    expect(remembered).toEqual({ kind: "go", to: "/login" });
  });

  it("goes to the remembered place from the sign-in page", () => {
    const search = "?redirect=%2Fstore%2Forder";
    expect(decideEntry({ ...staff, pathname: "/user/login", search })).toEqual({ kind: "go", to: "/store/order" });
  });

  it("goes home when the remembered place is outside the console", () => {
    const search = "?redirect=%2F%2Fevil.example";
    expect(decideEntry({ ...staff, pathname: "/user/login", search })).toEqual({
      kind: "go",
      to: "/dashboard/analysis",
    });
  });

  it("with a password the server made up reaches nothing but the page that changes it", () => {
    const first = { ...staff, mustChangePassword: true };
    expect(decideEntry({ ...first, pathname: "/" })).toEqual({ kind: "go", to: "/user/password" });
    expect(decideEntry({ ...first, pathname: "/user/password" })).toEqual({ kind: "enter" });
  });

  it("with a role that asks for two-step verification reaches nothing but the page that sets it up", () => {
    const first = { ...staff, mustSetUpSecondFactor: true };
    expect(decideEntry({ ...first, pathname: "/" })).toEqual({ kind: "go", to: "/user/second-factor" });
    expect(decideEntry({ ...first, pathname: "/user/second-factor" })).toEqual({ kind: "enter" });
    expect(decideEntry({ ...staff, pathname: "/user/second-factor" })).toEqual({
      kind: "go",
      to: "/dashboard/analysis",
    });
    expect(decideEntry({ ...first, pathname: "/", mustChangePassword: true })).toEqual({
      kind: "go",
      to: "/user/password",
    });
  });
});
