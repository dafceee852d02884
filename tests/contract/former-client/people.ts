import {
  deleted,
  deletedBatch,
  duplicateCheck,
  type Fields,
  listOf,
  pageOf,
  type RecordedCall,
  type RecordedPage,
  sheetThereAndBack,
  table,
  tableQuery,
} from "./recorded.ts";

const departNode = (place: string): Fields => ({
  [`${place}.key`]: "string",
  [`${place}.value`]: "string",
  [`${place}.title`]: "string",
});
const departRow: Fields = {
  id: "string",
  departName: "string",
  orgCode: "string",
  orgCategory: "string",
  orgType: "string",
  departOrder: "number?",
  mobile: "string?",
  fax: "string?",
  address: "string?",
  memo: "string?",
  parentId: "string-",
};
const idTree: RecordedCall = { method: "GET", path: "/sys/sysDepart/queryIdTree", reads: departNode("result[]") };
const departForm = {
  orgCategory: "1",
  departName: "重放公司",
  mobile: "13900000055",
  fax: "021-2",
  address: "一号路",
  departOrder: 7,
  memo: "重放",
};
const rolesTree: RecordedCall = {
  method: "GET",
  path: "/sys/role/queryTreeList",
  reads: {
    "result.treeList[].key": "string",
    "result.treeList[].value": "string",
    "result.treeList[].slotTitle": "string",
    "result.treeList[].ruleFlag": "number",
    "result.treeList[].isLeaf": "boolean",
    "result.treeList[].scopedSlots.title": "string",
    "result.treeList[].children": "array?",
    "result.ids[]": "string",
  },
};
const ruleSheet = (path: string): RecordedCall => ({
  method: "GET",
  path,
  reads: { "result.datarule[].id": "string", "result.datarule[].ruleName": "string", "result.drChecked": "string-" },
});

const departPage: RecordedPage = {
  page: "system/DepartList",
  calls: [
    { method: "GET", path: "/sys/sysDepart/queryTreeList", reads: { result: "array" } },
    { method: "POST", path: "/sys/sysDepart/add", body: { ...departForm, parentId: null } },
    {
      method: "GET",
      path: "/sys/sysDepart/queryTreeList",
      reads: { ...listOf(departRow), ...departNode("result[]"), "result[].children": "array-" },
      keep: {
        depart: "result[departName=重放公司]",
        departId: "result[departName=重放公司].id",
        departCode: "result[departName=重放公司].orgCode",
      },
    },
    idTree,
    {
      method: "POST",
      path: "/sys/sysDepart/add",
      body: { ...departForm, departName: "重放部门", orgCategory: "2", parentId: "{departId}" },
    },
    {
      method: "GET",
      path: "/sys/sysDepart/searchBy",
      query: { keyWord: "重放" },
      reads: { ...listOf(departRow), ...departNode("result[]") },
    },
    { method: "PUT", path: "/sys/sysDepart/edit", row: "depart", body: { memo: "重放过" } },
    { method: "GET", path: "/sys/sysDepart/exportXls", query: tableQuery({}), answer: "file" },
    // 部门权限
    rolesTree,
    {
      method: "GET",
      path: "/sys/permission/queryDepartPermission",
      query: { departId: "{departId}" },
      reads: { result: "array" },
    },
    {
      method: "POST",
      path: "/sys/permission/saveDepartPermission",
      body: { departId: "{departId}", permissionIds: "system,system.user", lastpermissionIds: "" },
    },
    {
      method: "GET",
      path: "/sys/permission/queryDepartPermission",
      query: { departId: "{departId}" },
      reads: { "result[]": "string" },
    },
    ruleSheet("/sys/sysDepartPermission/datarule/system.user/{departId}"),
    {
      method: "POST",
      path: "/sys/sysDepartPermission/datarule",
      body: { permissionId: "system.user", departId: "{departId}", dataRuleIds: "{ruleId}" },
    },
  ],
};

const departLazyPage: RecordedPage = {
  page: "system/DepartListSync",
  calls: [
    { method: "GET", path: "/sys/thirdApp/getEnabledType", reads: { result: "object" } },
    {
      method: "GET",
      path: "/sys/sysDepart/queryDepartTreeSync",
      reads: { ...listOf(departRow), ...departNode("result[]"), "result[].isLeaf": "boolean" },
    },
    {
      method: "GET",
      path: "/sys/sysDepart/queryDepartTreeSync",
      query: { pid: "{departId}" },
      reads: { ...listOf(departRow), ...departNode("result[]"), "result[].isLeaf": "boolean" },
      keep: { subDepart: "result[0].id" },
    },
  ],
};

const positionColumns: Fields = {
  id: "string",
  code: "string",
  name: "string",
  postRank_dictText: "string?",
  postRank: "string?",
};
const positionPage: RecordedPage = {
  page: "system/SysPositionList",
  calls: [
    duplicateCheck("sys_position", "code", "replay-post"),
    { method: "POST", path: "/sys/position/add", body: { code: "replay-post", name: "重放员", postRank: "3" } },
    table("/sys/position/list", positionColumns, {
      query: { code: "replay-post" },
      keep: { position: "result.records[0]", positionId: "result.records[0].id" },
    }),
    { method: "PUT", path: "/sys/position/edit", row: "position", body: { name: "重放员二" } },
    ...sheetThereAndBack("/sys/position"),
  ],
};

const tenantColumns: Fields = {
  name: "string",
  id: "scalar",
  beginDate: "string?",
  endDate: "string?",
  status_dictText: "string",
  status: "number",
};
const tenantPage: RecordedPage = {
  page: "system/TenantList",
  calls: [
    {
      method: "POST",
      path: "/sys/tenant/add",
      body: { name: "重放租户", id: 7700, beginDate: "2021-01-01 00:00:00", endDate: "2099-01-01 00:00:00", status: 1 },
    },
    table("/sys/tenant/list", tenantColumns, {
      query: { name: "*重放*" },
      keep: { tenant: "result.records[id=7700]" },
    }),
    { method: "PUT", path: "/sys/tenant/edit", row: "tenant", body: { name: "重放租户二" } },
    deleted("/sys/tenant/delete", "7700"),
  ],
};

const roleColumns: Fields = {
  id: "string",
  roleCode: "string",
  roleName: "string",
  description: "string?",
  createTime: "string",
  updateTime: "string?",
};
const roleUserColumns: Fields = { id: "string", username: "string", realname: "string", status_dictText: "string" };
const rolePage: RecordedPage = {
  page: "system/RoleUserList",
  calls: [
    table("/sys/role/list", { ...roleColumns, description: "string-", updateTime: "string-" }),
    duplicateCheck("sys_role", "role_code", "replay"),
    { method: "POST", path: "/sys/role/add", body: { roleCode: "replay", roleName: "重放角色", description: "重放" } },
    table(
      "/sys/role/list",
      { ...roleColumns, updateTime: "string-" },
      {
        query: { roleName: "*重放*" },
        keep: { role: "result.records[roleCode=replay]", roleId: "result.records[roleCode=replay].id" },
      },
    ),
    { method: "PUT", path: "/sys/role/edit", row: "role", body: { description: "重放过" } },
    table("/sys/role/list", roleColumns, { query: { roleName: "*重放*" } }),
    ...sheetThereAndBack("/sys/role"),
    rolesTree,
    {
      method: "GET",
      path: "/sys/permission/queryRolePermission",
      query: { roleId: "{roleId}" },
      reads: { result: "array" },
    },
    {
      method: "POST",
      path: "/sys/permission/saveRolePermission",
      body: { roleId: "{roleId}", permissionIds: "system,system.user", lastpermissionIds: "" },
    },
    {
      method: "GET",
      path: "/sys/permission/queryRolePermission",
      query: { roleId: "{roleId}" },
      reads: { "result[]": "string" },
    },
    ruleSheet("/sys/role/datarule/system.user/{roleId}"),
    {
      method: "POST",
      path: "/sys/role/datarule",
      body: { permissionId: "system.user", roleId: "{roleId}", dataRuleIds: "{ruleId}" },
    },
    ruleSheet("/sys/role/datarule/system.user/{roleId}"),
    { method: "POST", path: "/sys/user/addSysUserRole", body: { roleId: "{roleId}", userIdList: ["{me}"] } },
    {
      method: "GET",
      path: "/sys/user/userRoleList",
      query: { ...tableQuery(roleUserColumns), roleId: "{roleId}" },
      reads: pageOf(roleUserColumns),
    },
    { method: "DELETE", path: "/sys/user/deleteUserRole", query: { roleId: "{roleId}", userId: "{me}" } },
  ],
};

const userColumns: Fields = {
  id: "string",
  username: "string",
  realname: "string",
  avatar: "string?",
  sex_dictText: "string?",
  birthday: "string?",
  phone: "string?",
  orgCodeTxt: "string?",
  departIds_dictText: "string?",
  status_dictText: "string",
  status: "scalar",
  workNo: "string?",
  post: "string?",
  email: "string?",
  telephone: "string?",
  userIdentity: "number?",
  activitiSync: "scalar?",
  departIds: "string?",
  sex: "number?",
};
const userPage: RecordedPage = {
  page: "system/UserList",
  calls: [
    { method: "GET", path: "/sys/thirdApp/getEnabledType", reads: { result: "object" } },
    { method: "GET", path: "/sys/user/list", query: tableQuery(userColumns), reads: pageOf(roleUserColumns) },
    { method: "GET", path: "/sys/user/generateUserId", reads: { result: "string" }, keep: { newUser: "result" } },
    { method: "GET", path: "/sys/tenant/queryList", reads: { result: "array" } },
    { method: "GET", path: "/sys/role/queryall", reads: listOf({ id: "string", roleName: "string" }) },
    {
      method: "POST",
      path: "/sys/common/upload",
      upload: {
        field: "file",
        name: "replay.png",
        base64: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      },
      body: { biz: "temp" },
      reads: { message: "string" },
      keep: { avatar: "message" },
    },
    duplicateCheck("sys_user", "username", "replayed"),
    duplicateCheck("sys_user", "phone", "13900000066"),
    duplicateCheck("sys_user", "email", "replayed@example.com"),
    duplicateCheck("sys_user", "work_no", "R-1"),
    {
      method: "POST",
      path: "/sys/user/add",
      body: {
        id: "{newUser}",
        activitiSync: "1",
        userIdentity: 2,
        username: "replayed",
        password: "Replay-0815x",
        confirmpassword: "Replay-0815x",
        realname: "重放者",
        workNo: "R-1",
        post: "replay-post",
        selectedroles: "{roleId}",
        selecteddeparts: "{departId}",
        departIds: "{departId}",
        avatar: "{avatar}",
        birthday: "1990-02-03",
        sex: 1,
        email: "replayed@example.com",
        phone: "13900000066",
        telephone: "021-5555555",
      },
    },
    table("/sys/user/list", userColumns, {
      query: { username: "*replayed*" },
      keep: { user: "result.records[username=replayed]", userId: "result.records[username=replayed].id" },
    }),
    { method: "GET", path: "/sys/user/queryUserRole", query: { userid: "{userId}" }, reads: { "result[]": "string" } },
    {
      method: "GET",
      path: "/sys/user/userDepartList",
      query: { userId: "{userId}" },
      reads: listOf({ key: "string", title: "string" }),
    },
    {
      method: "PUT",
      path: "/sys/user/edit",
      row: "user",
      body: { realname: "重放者二", selectedroles: "{roleId}", selecteddeparts: "{departId},{subDepart}" },
    },
    { method: "PUT", path: "/sys/user/frozenBatch", body: { ids: "{userId}", status: 2 } },
    { method: "PUT", path: "/sys/user/frozenBatch", body: { ids: "{userId},", status: 1 } },
    {
      method: "PUT",
      path: "/sys/user/changePassword",
      body: { username: "replayed", password: "Replay-0815x", confirmpassword: "Replay-0815x" },
    },
    ...sheetThereAndBack("/sys/user"),
    { method: "GET", path: "/sys/sysUserAgent/queryByUserName", query: { userName: "replayed" }, answer: "refused" },
    {
      method: "POST",
      path: "/sys/sysUserAgent/add",
      body: {
        userName: "replayed",
        agentUserName: "admin",
        startTime: "2021-01-01 00:00:00",
        endTime: "2099-01-01 00:00:00",
        status: "1",
      },
    },
    {
      method: "GET",
      path: "/sys/sysUserAgent/queryByUserName",
      query: { userName: "replayed" },
      reads: {
        "result.id": "string",
        "result.userName": "string",
        "result.agentUserName": "string",
        "result.startTime": "string",
        "result.endTime": "string",
        "result.status": "string",
      },
      keep: { agent: "result" },
    },
    { method: "PUT", path: "/sys/sysUserAgent/edit", row: "agent", body: { status: "0" } },
  ],
};

const userBinPage: RecordedPage = {
  page: "system/modules/UserRecycleBinModal",
  calls: [
    deleted("/sys/user/delete", "{userId}"),
    {
      method: "GET",
      path: "/sys/user/recycleBin",
      reads: listOf({ id: "string", username: "string", realname: "string", avatar: "string-", orgCode: "string-" }),
    },
    { method: "PUT", path: "/sys/user/putRecycleBin", body: { userIds: "{userId}" } },
  ],
};

const memberColumns: Fields = {
  id: "string",
  username: "string",
  realname: "string",
  orgCode: "string-",
  sex_dictText: "string?",
  phone: "string?",
};
const departRoleColumns: Fields = {
  id: "string",
  roleName: "string",
  roleCode: "string",
  departId_dictText: "string",
  description: "string?",
  departId: "string",
};
const myDepartPage: RecordedPage = {
  page: "system/DepartUserList",
  calls: [
    { method: "GET", path: "/sys/sysDepart/queryMyDeptTreeList" },
    {
      method: "GET",
      path: "/sys/sysDepart/searchBy",
      query: { keyWord: "不存在的部门", myDeptSearch: "1" },
      answer: "refused",
    },
    idTree,
    {
      method: "POST",
      path: "/sys/user/editSysDepartWithUser",
      body: { depId: "{departId}", userIdList: ["{userId}"] },
    },
    {
      method: "GET",
      path: "/sys/user/departUserList",
      query: { ...tableQuery(memberColumns), depId: "{departId}" },
      reads: pageOf(memberColumns),
    },
    duplicateCheck("sys_depart_role", "role_code", "replay-depart"),
    {
      method: "POST",
      path: "/sys/sysDepartRole/add",
      body: { departId: "{departId}", roleName: "重放部门角色", roleCode: "replay-depart", description: "重放" },
    },
    {
      method: "GET",
      path: "/sys/sysDepartRole/list",
      query: { ...tableQuery(departRoleColumns), deptId: "{departId}" },
      reads: pageOf(departRoleColumns),
      keep: { departRole: "result.records[0]", departRoleId: "result.records[0].id" },
    },
    { method: "PUT", path: "/sys/sysDepartRole/edit", row: "departRole", body: { description: "重放过" } },
    {
      method: "GET",
      path: "/sys/sysDepartPermission/queryTreeListForDeptRole",
      query: { departId: "{departId}" },
      reads: {
        "result.treeList[].key": "string",
        "result.treeList[].slotTitle": "string",
        "result.treeList[].ruleFlag": "number",
        "result.ids[]": "string",
      },
    },
    {
      method: "GET",
      path: "/sys/sysDepartPermission/queryDeptRolePermission",
      query: { roleId: "{departRoleId}" },
      reads: { result: "array" },
    },
    {
      method: "POST",
      path: "/sys/sysDepartPermission/saveDeptRolePermission",
      body: { roleId: "{departRoleId}", permissionIds: "system,system.user", lastpermissionIds: "" },
    },
    {
      method: "GET",
      path: "/sys/sysDepartPermission/queryDeptRolePermission",
      query: { roleId: "{departRoleId}" },
      reads: { "result[]": "string" },
    },
    ruleSheet("/sys/sysDepartRole/datarule/system.user/{departId}/{departRoleId}"),
    {
      method: "POST",
      path: "/sys/sysDepartRole/datarule",
      body: { permissionId: "system.user", roleId: "{departRoleId}", dataRuleIds: "{ruleId}" },
    },
    {
      method: "GET",
      path: "/sys/sysDepartRole/getDeptRoleList",
      query: { departId: "{departId}", userId: "{userId}" },
      reads: listOf({ id: "string", roleName: "string" }),
    },
    {
      method: "POST",
      path: "/sys/sysDepartRole/deptRoleUserAdd",
      body: { userId: "{userId}", newRoleId: "{departRoleId}", oldRoleId: "" },
    },
    {
      method: "GET",
      path: "/sys/sysDepartRole/getDeptRoleByUserId",
      query: { userId: "{userId}", departId: "{departId}" },
      reads: listOf({ droleId: "string" }),
    },
    {
      method: "DELETE",
      path: "/sys/user/deleteUserInDepartBatch",
      query: { depId: "{subDepart}", userIds: "{userId}," },
    },
  ],
};

const addressColumns: Fields = {
  realname: "string",
  workNo: "string?",
  departName: "string?",
  post: "string?",
  telephone: "string?",
  phone: "string?",
  email: "string?",
};
const addressPage: RecordedPage = {
  page: "system/AddressList",
  calls: [
    {
      method: "GET",
      path: "/sys/sysDepart/queryTreeList",
      reads: { ...departNode("result[]"), "result[].orgCode": "string" },
    },
    {
      method: "GET",
      path: "/sys/position/list",
      query: { pageSize: "99999" },
      reads: pageOf({ code: "string", name: "string" }),
    },
    {
      method: "GET",
      path: "/sys/user/queryByOrgCodeForAddressList",
      query: tableQuery(addressColumns),
      reads: pageOf(addressColumns),
    },
    {
      method: "GET",
      path: "/sys/user/queryByOrgCodeForAddressList",
      query: { ...tableQuery(addressColumns), orgCode: "{departCode}" },
      reads: pageOf(addressColumns),
    },
  ],
};

export const peoplePages: readonly RecordedPage[] = [
  departPage,
  departLazyPage,
  positionPage,
  tenantPage,
  rolePage,
  userPage,
  userBinPage,
  myDepartPage,
  addressPage,
];

/** What the replay made and a client deletes at last. */
export const removalCalls: readonly RecordedCall[] = [
  deletedBatch("/sys/sysDepartRole/deleteBatch", "{departRoleId}"),
  deletedBatch("/sys/role/deleteBatch", "{roleId}"),
  deletedBatch("/sys/position/deleteBatch", "{positionId}"),
  deleted("/sys/permission/deletePermissionRule", "{ruleId}"),
  deletedBatch("/sys/permission/deleteBatch", "{menuId}"),
  deleted("/sys/category/delete", "{categoryId}"),
  deletedBatch("/sys/user/deleteBatch", "{userId}"),
  { method: "DELETE", path: "/sys/user/deleteRecycleBin", query: { userIds: "{userId}" } },
  deleted("/sys/sysDepart/delete", "{departId}"),
];
