import { removalCalls } from "./people.ts";
import type { Fields, RecordedCall, RecordedPage } from "./recorded.ts";

/** What is kept of the person: their name in the head, their picture, their tenants and where their messages come from. */
const userInfo = (place: string): Fields => ({
  [`${place}.id`]: "string",
  [`${place}.username`]: "string",
  [`${place}.realname`]: "string",
  [`${place}.avatar`]: "string-",
  [`${place}.relTenantIds`]: "string-",
  [`${place}.orgCode`]: "string-",
});

const password = "correct-horse-battery";

const adminLogin: RecordedCall = {
  method: "POST",
  path: "/sys/login",
  body: { username: "admin", password, captcha: "", checkKey: 1_622_606_400_000, remember_me: true },
  signedOut: true,
  keep: { token: "result.token", me: "result.userInfo.id" },
};

export const sessionPages: readonly RecordedPage[] = [
  {
    page: "user/LoginAccount",
    calls: [
      { method: "GET", path: "/sys/randomImage/1622606400000", signedOut: true },
      {
        ...adminLogin,
        reads: {
          code: "number",
          "result.token": "string",
          ...userInfo("result.userInfo"),
          "result.multi_depart": "number",
          "result.departs": "array",
          "result.sysAllDictItems": "object",
          "result.sysAllDictItems{}[].value": "string",
          "result.sysAllDictItems{}[].text": "string",
          "result.sysAllDictItems{}[].title": "string",
        },
      },
      {
        method: "GET",
        path: "/sys/permission/getUserPermissionByToken",
        reads: {
          "result.menu[].id": "string",
          "result.menu[].path": "string",
          "result.menu[].name": "string",
          "result.menu[].component": "string",
          "result.menu[].redirect": "string-",
          "result.menu[].hidden": "boolean-",
          "result.menu[].alwaysShow": "boolean-",
          "result.menu[].meta.title": "string",
          "result.menu[].meta.icon": "string?",
          "result.menu[].meta.keepAlive": "boolean",
          "result.menu[].meta.internalOrExternal": "boolean",
          "result.menu[].meta.componentName": "string",
          "result.menu[].meta.url": "string-",
          "result.menu[].children": "array?",
          "result.menu[component=layouts/RouteView].children[].path": "string",
          "result.menu[component=layouts/RouteView].children[].name": "string",
          "result.menu[component=layouts/RouteView].children[].component": "string",
          "result.menu[component=layouts/RouteView].children[].meta.title": "string",
          "result.menu[component=layouts/RouteView].children[].meta.componentName": "string",
          "result.menu[component=layouts/RouteView].children[].meta.keepAlive": "boolean",
          "result.auth[].action": "string",
          "result.auth[].type": "string",
          "result.auth[].describe": "string",
          "result.allAuth[].action": "string",
          "result.allAuth[].type": "string",
          "result.allAuth[].status": "string",
          "result.allAuth[].describe": "string",
        },
      },
    ],
  },
  {
    page: "dashboard/IndexChart",
    calls: [
      {
        method: "GET",
        path: "/sys/loginfo",
        reads: { "result.todayIp": "scalar", "result.todayVisitCount": "scalar", "result.totalVisitCount": "scalar" },
      },
      {
        method: "GET",
        path: "/sys/visitInfo",
        reads: { "result[].type": "string", "result[].ip": "number", "result[].visit": "number" },
      },
    ],
  },
  {
    page: "tools/UserMenu",
    calls: [
      { method: "GET", path: "/sys/dict/refleshCache" },
      {
        method: "GET",
        path: "/sys/dict/queryAllDictItems",
        reads: { "result{}[].value": "string", "result{}[].text": "string", "result{}[].title": "string" },
      },
    ],
  },
];

const replayedLogin = (typed: string): RecordedCall => ({
  ...adminLogin,
  body: { username: "replayed", password: typed, captcha: "", checkKey: 1_622_606_400_002, remember_me: true },
  keep: { token: "result.token" },
});

/** What ends a session; a password that an administrator gave is changed first. */
export const lastPages: readonly RecordedPage[] = [
  {
    page: "tools/UserPassword",
    calls: [
      replayedLogin("Replay-0815x"),
      {
        method: "PUT",
        path: "/sys/user/updatePassword",
        body: {
          username: "replayed",
          oldpassword: "Replay-0815x",
          password: "Replay-4711y",
          confirmpassword: "Replay-4711y",
        },
      },
    ],
  },
  {
    page: "tools/DepartSelect",
    calls: [
      {
        ...replayedLogin("Replay-4711y"),
        reads: {
          "result.token": "string",
          "result.multi_depart": "number",
          "result.departs[].id": "string",
          "result.departs[].departName": "string",
          "result.departs[].orgCode": "string",
          "result.userInfo.relTenantIds": "string-",
        },
      },
      {
        method: "GET",
        path: "/sys/user/getCurrentUserDeparts",
        reads: {
          "result.orgCode": "string",
          "result.list[].id": "string",
          "result.list[].orgCode": "string",
          "result.list[].departName": "string",
        },
        keep: { ownOrgCode: "result.list[0].orgCode" },
      },
      {
        method: "PUT",
        path: "/sys/selectDepart",
        body: { orgCode: "{ownOrgCode}", username: "replayed" },
        reads: userInfo("result.userInfo"),
      },
    ],
  },
  {
    page: "deleting what was added",
    calls: [adminLogin, ...removalCalls, { method: "POST", path: "/sys/logout" }],
  },
];
