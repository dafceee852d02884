import {
  deleted,
  deletedBatch,
  duplicateCheck,
  emptyPage,
  type Fields,
  listOf,
  pageOf,
  type RecordedCall,
  type RecordedPage,
  sheetThereAndBack,
  table,
  tableQuery,
} from "./recorded.ts";

const menuRow: Fields = {
  id: "string",
  name: "string",
  menuType: "number",
  perms: "string-",
  icon: "string?",
  component: "string?",
  url: "string?",
  sortNo: "number?",
};
/** A node of a tree that the client draws; its form copies `leaf` into `isLeaf`. */
const treeNode = (place: string, text: string): Fields => ({
  [`${place}.key`]: "string",
  [`${place}.value`]: "string",
  [`${place}.${text}`]: "string",
  [`${place}.isLeaf`]: "boolean",
});

const menuTree: RecordedCall = {
  method: "GET",
  path: "/sys/permission/queryTreeList",
  reads: { ...treeNode("result.treeList[]", "title"), "result.treeList[].leaf": "boolean-", "result.ids[]": "string" },
};
const menuList: RecordedCall = {
  method: "GET",
  path: "/sys/permission/list",
  reads: { ...listOf(menuRow), "result[].children": "array?", "result[].isLeaf": "boolean", "result[].key": "string" },
};

const menuPage: RecordedPage = {
  page: "system/PermissionList",
  calls: [
    menuList,
    menuTree,
    {
      method: "POST",
      path: "/sys/permission/add",
      body: {
        status: "1",
        permsType: "1",
        sortNo: 1,
        route: true,
        menuType: 0,
        name: "重放",
        url: "/replay",
        component: "layouts/RouteView",
        icon: "home",
      },
    },
    { ...menuList, keep: { menu: "result[name=重放]" } },
    menuTree,
    {
      method: "PUT",
      path: "/sys/permission/edit",
      row: "menu",
      body: { name: "重放的菜单", hidden: false, keepAlive: true, alwaysShow: false, internalOrExternal: false },
    },
    { ...menuList, keep: { menu: "result[name=重放的菜单]", menuId: "result[name=重放的菜单].id" } },
    duplicateCheck("sys_permission", "perms", "replay:add"),
    {
      method: "POST",
      path: "/sys/permission/add",
      body: {
        status: "1",
        permsType: "1",
        route: true,
        menuType: 2,
        parentId: "{menuId}",
        name: "重放按钮",
        perms: "replay:add",
      },
    },
    {
      method: "POST",
      path: "/sys/permission/add",
      body: {
        status: "1",
        permsType: "1",
        route: true,
        menuType: 1,
        parentId: "{menuId}",
        name: "重放页面",
        url: "/replay/page",
        component: "replay/Page",
      },
    },
  ],
};

const lazyMenuPage: RecordedPage = {
  page: "system/NewPermissionList",
  calls: [
    {
      method: "GET",
      path: "/sys/permission/getSystemMenuList",
      // What has children opens; they are fetched then.
      reads: { ...listOf(menuRow), "result[].children": "array?" },
    },
    {
      method: "GET",
      path: "/sys/permission/getSystemSubmenu",
      query: { parentId: "{menuId}" },
      reads: listOf({ ...menuRow, perms: "string?", icon: "string-", sortNo: "number-", parentId: "string" }),
      keep: { button: "result[name=重放按钮].id", subPage: "result[name=重放页面].id" },
    },
    {
      method: "GET",
      path: "/sys/permission/getSystemSubmenuBatch",
      query: { parentIds: "{menuId}" },
      reads: { "result{}[].id": "string", "result{}[].name": "string", "result{}[].menuType": "number" },
    },
  ],
};

const ruleColumns: Fields = {
  id: "string",
  ruleName: "string",
  ruleColumn: "string",
  ruleValue: "string",
  ruleConditions: "string",
  status: "scalar",
  permissionId: "string",
};
const dataRulePage: RecordedPage = {
  page: "system/PermissionDataRuleList",
  calls: [
    {
      method: "GET",
      path: "/sys/permission/getPermRuleListByPermId",
      query: { ...tableQuery({}), permissionId: "system.user" },
      reads: { result: "array" },
    },
    {
      method: "POST",
      path: "/sys/permission/addPermissionRule",
      body: {
        permissionId: "system.user",
        status: "1",
        ruleName: "重放的规则",
        ruleColumn: "username",
        ruleConditions: "=",
        ruleValue: "nobody",
      },
    },
    {
      method: "GET",
      path: "/sys/permission/queryPermissionRule",
      query: { ...tableQuery({}), permissionId: "system.user", ruleName: "重放的规则" },
      reads: listOf(ruleColumns),
      keep: { rule: "result[ruleName=重放的规则]", ruleId: "result[ruleName=重放的规则].id" },
    },
    { method: "PUT", path: "/sys/permission/editPermissionRule", row: "rule", body: { ruleValue: "#{sys_user_code}" } },
    {
      method: "GET",
      path: "/sys/permission/getPermRuleListByPermId",
      query: { ...tableQuery({}), permissionId: "system.user" },
      reads: listOf(ruleColumns),
    },
  ],
};

const dictColumns: Fields = { id: "string", dictName: "string", dictCode: "string", description: "string?" };
const dictPage: RecordedPage = {
  page: "system/DictList",
  calls: [
    table("/sys/dict/list", { ...dictColumns, description: "string-" }),
    duplicateCheck("sys_dict", "dict_code", "replay_colour"),
    {
      method: "POST",
      path: "/sys/dict/add",
      body: { dictName: "重放颜色", dictCode: "replay_colour", description: "重放" },
    },
    table("/sys/dict/list", dictColumns, {
      query: { dictName: "*重放*" },
      keep: { dict: "result.records[dictCode=replay_colour]", dictId: "result.records[dictCode=replay_colour].id" },
    }),
    duplicateCheck("sys_dict", "dict_code", "replay_colour", "{dictId}"),
    { method: "PUT", path: "/sys/dict/edit", row: "dict", body: { dictName: "重放颜色二" } },
    ...sheetThereAndBack("/sys/dict"),
    { method: "GET", path: "/sys/dict/refleshCache" },
    {
      method: "GET",
      path: "/sys/dict/queryAllDictItems",
      reads: { "result{}[].value": "string", "result{}[].text": "string" },
    },
  ],
};

const itemColumns: Fields = {
  id: "string",
  itemText: "string",
  itemValue: "string",
  status: "number",
  description: "string?",
  sortOrder: "number?",
  dictId: "string",
};
const itemQuery = { dictId: "{dictId}", column: "createTime" };
const dictItemPage: RecordedPage = {
  page: "system/DictItemList",
  calls: [
    { method: "GET", path: "/sys/dictItem/list", query: tableQuery({}, itemQuery), reads: emptyPage },
    { method: "GET", path: "/sys/dictItem/dictItemCheck", query: { itemValue: "red", dictId: "{dictId}" } },
    {
      method: "POST",
      path: "/sys/dictItem/add",
      body: { itemText: "红", itemValue: "red", description: "颜色", sortOrder: 1, status: 1, dictId: "{dictId}" },
    },
    table("/sys/dictItem/list", itemColumns, {
      query: itemQuery,
      keep: { item: "result.records[itemValue=red]", itemId: "result.records[itemValue=red].id" },
    }),
    {
      method: "GET",
      path: "/sys/dictItem/dictItemCheck",
      query: { itemValue: "red", dictId: "{dictId}", id: "{itemId}" },
    },
    { method: "PUT", path: "/sys/dictItem/edit", row: "item", body: { itemText: "大红", status: 0 } },
    table("/sys/dictItem/list", itemColumns, { query: { ...itemQuery, status: "0" } }),
    deletedBatch("/sys/dictItem/deleteBatch", "{itemId}"),
    deleted("/sys/dict/delete", "{dictId}"),
  ],
};

const dictBinPage: RecordedPage = {
  page: "system/DictDeleteList",
  calls: [
    { method: "GET", path: "/sys/dict/deleteList", reads: listOf({ ...dictColumns, description: "string?" }) },
    { method: "PUT", path: "/sys/dict/back/{dictId}" },
    deleted("/sys/dict/delete", "{dictId}"),
    { method: "DELETE", path: "/sys/dict/deletePhysic/{dictId}" },
    { method: "GET", path: "/sys/dict/deleteList", reads: { result: "array" } },
  ],
};

const categoryColumns: Fields = { id: "string", name: "string", code: "string", pid: "string", hasChild: "string?" };
const categoryPage: RecordedPage = {
  page: "system/SysCategoryList",
  calls: [
    { method: "POST", path: "/sys/category/add", body: { pid: "0", name: "重放分类" } },
    table("/sys/category/rootList", categoryColumns, {
      keep: {
        category: "result.records[name=重放分类]",
        categoryId: "result.records[name=重放分类].id",
        categoryCode: "result.records[name=重放分类].code",
      },
    }),
    { method: "POST", path: "/sys/category/add", body: { pid: "{categoryId}", name: "重放子类" } },
    {
      method: "GET",
      path: "/sys/category/childList",
      query: { ...tableQuery({}), pid: "{categoryId}" },
      reads: listOf({ ...categoryColumns, hasChild: "string-" }),
      keep: { childCategory: "result[0].id" },
    },
    {
      method: "GET",
      path: "/sys/category/getChildListBatch",
      query: { parentIds: "{categoryId}" },
      reads: { "result.records[].id": "string", "result.records[].pid": "string", "result.records[].name": "string" },
    },
    { method: "PUT", path: "/sys/category/edit", row: "category", body: { name: "重放分类二" } },
    table("/sys/category/rootList", { ...categoryColumns, hasChild: "string" }, { query: { name: "重放分类二" } }),
    { method: "GET", path: "/sys/category/exportXls", query: tableQuery({}), answer: "file" },
  ],
};

const checkRuleColumns: Fields = {
  id: "string",
  ruleName: "string",
  ruleCode: "string",
  ruleDescription: "string?",
  ruleJson: "string",
};
const checkRulePage: RecordedPage = {
  page: "system/SysCheckRuleList",
  calls: [
    { method: "GET", path: "/sys/checkRule/list", query: tableQuery(checkRuleColumns), reads: emptyPage },
    duplicateCheck("sys_check_rule", "rule_code", "replay_rule"),
    {
      method: "POST",
      path: "/sys/checkRule/add",
      body: {
        ruleName: "重放规则",
        ruleCode: "replay_rule",
        ruleDescription: "首位大写",
        ruleJson: JSON.stringify([{ digits: "1", pattern: "^[A-Z]$", message: "首位须为大写字母" }]),
      },
    },
    table("/sys/checkRule/list", checkRuleColumns, {
      query: { ruleCode: "*replay*" },
      keep: {
        checkRule: "result.records[ruleCode=replay_rule]",
        checkRuleId: "result.records[ruleCode=replay_rule].id",
      },
    }),
    { method: "PUT", path: "/sys/checkRule/edit", row: "checkRule", body: { ruleName: "重放规则二" } },
    { method: "GET", path: "/sys/checkRule/checkByCode", query: { ruleCode: "replay_rule", value: "Ab" } },
    {
      method: "GET",
      path: "/sys/checkRule/checkByCode",
      query: { ruleCode: "replay_rule", value: "ab" },
      answer: "refused",
    },
    ...sheetThereAndBack("/sys/checkRule"),
    deleted("/sys/checkRule/delete", "{checkRuleId}"),
  ],
};

const fillRuleColumns: Fields = {
  id: "string",
  ruleName: "string",
  ruleCode: "string",
  ruleClass: "string",
  ruleParams: "string?",
};
const fillRulePage: RecordedPage = {
  page: "system/SysFillRuleList",
  calls: [
    table("/sys/fillRule/list", fillRuleColumns, { keep: { knownRule: "result.records[0]" } }),
    duplicateCheck("sys_fill_rule", "rule_code", "replay_fill"),
    {
      method: "POST",
      path: "/sys/fillRule/add",
      row: "knownRule",
      body: { id: null, ruleName: "重放填值", ruleCode: "replay_fill" },
    },
    table("/sys/fillRule/list", fillRuleColumns, {
      query: { ruleCode: "*replay*" },
      keep: { fillRule: "result.records[ruleCode=replay_fill]", fillRuleId: "result.records[ruleCode=replay_fill].id" },
    }),
    { method: "PUT", path: "/sys/fillRule/edit", row: "fillRule", body: { ruleName: "重放填值二" } },
    {
      method: "GET",
      path: "/sys/fillRule/testFillRule",
      query: { ruleCode: "replay_fill" },
      reads: { result: "string" },
    },
    ...sheetThereAndBack("/sys/fillRule"),
    deletedBatch("/sys/fillRule/deleteBatch", "{fillRuleId}"),
  ],
};

const dataSourceColumns: Fields = {
  id: "string",
  code: "string",
  name: "string",
  dbType_dictText: "string",
  dbDriver: "string",
  dbUrl: "string",
  dbName: "string",
  dbUsername: "string",
};
const source = {
  dbType: "4",
  dbDriver: "com.mysql.jdbc.Driver",
  dbUrl: "jdbc:mysql://127.0.0.1:3306/replay",
  dbName: "replay",
  dbUsername: "root",
  dbPassword: "root",
};
const dataSourcePage: RecordedPage = {
  page: "system/SysDataSourceList",
  calls: [
    { method: "GET", path: "/sys/dataSource/list", query: tableQuery(dataSourceColumns), reads: emptyPage },
    {
      method: "POST",
      path: "/sys/dataSource/add",
      body: { code: "replay", name: "重放库", remark: "重放", ...source },
    },
    table("/sys/dataSource/list", dataSourceColumns, {
      query: { name: "*重放*" },
      keep: { dataSource: "result.records[code=replay]", dataSourceId: "result.records[code=replay].id" },
    }),
    { method: "PUT", path: "/sys/dataSource/edit", row: "dataSource", body: { name: "重放库二", dbPassword: "root" } },
    { method: "POST", path: "/online/cgreport/api/testConnection", body: source, answer: "refused" },
    deleted("/sys/dataSource/delete", "{dataSourceId}"),
  ],
};

const route = {
  routerId: "replay",
  name: "重放路由",
  uri: "http://127.0.0.1:9999",
  status: true,
  predicates: JSON.stringify([{ name: "Path", args: ["/replay/**"] }]),
  filters: "[]",
};
const gatewayPage: RecordedPage = {
  page: "system/SysGatewayRouteList",
  calls: [
    { method: "POST", path: "/sys/gatewayRoute/updateAll", body: { router: route } },
    {
      method: "GET",
      path: "/sys/gatewayRoute/list",
      query: tableQuery({}),
      reads: {
        ...pageOf({ id: "string", routerId: "string", name: "string", uri: "string", status: "scalar" }),
        "result.records[].predicates[].name": "string",
        "result.records[].predicates[].args": "array",
        "result.records[].filters": "array",
      },
      keep: { routeId: "result.records[routerId=replay].id" },
    },
    {
      method: "POST",
      path: "/sys/gatewayRoute/updateAll",
      body: { router: { ...route, id: "{routeId}", name: "重放路由二" } },
    },
    deleted("/sys/gatewayRoute/delete", "{routeId}"),
  ],
};

export const structurePages: readonly RecordedPage[] = [
  menuPage,
  lazyMenuPage,
  dataRulePage,
  dictPage,
  dictItemPage,
  dictBinPage,
  categoryPage,
  checkRulePage,
  fillRulePage,
  dataSourcePage,
  gatewayPage,
];
