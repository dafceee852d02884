import { type Fields, listOf, pageOf, type RecordedCall, type RecordedPage, tableQuery } from "./recorded.ts";

const options: Fields = { "result[].value": "string", "result[].text": "string", "result[].title": "string" };
/** A level of a lazy tree; the client copies `leaf` into `isLeaf`. */
const level: Fields = listOf({ key: "string", title: "string", leaf: "boolean", isLeaf: "boolean" });

const categoryTree = (query: Readonly<Record<string, string>>): RecordedCall => ({
  method: "GET",
  path: "/sys/category/loadTreeData",
  query,
  reads: level,
});
const tableTree = (pid: string): RecordedCall => ({
  method: "GET",
  path: "/sys/dict/loadTreeData",
  query: {
    pid,
    tableName: "sys_category",
    text: "name",
    code: "id",
    pidField: "pid",
    hasChildField: "has_child",
    condition: "",
  },
  reads: level,
});
const userColumns: Fields = {
  id: "string",
  username: "string",
  realname: "string",
  sex: "scalar?",
  phone: "string?",
  orgCodeTxt: "string?",
};

export const componentPages: readonly RecordedPage[] = [
  {
    page: "dict/JDictSelectTag",
    calls: [
      { method: "GET", path: "/sys/dict/getDictItems/sex", reads: options },
      { method: "GET", path: "/sys/dict/getDictItems/sys_role,role_name,id", reads: options },
    ],
  },
  {
    page: "dict/JSearchSelectTag",
    calls: [
      {
        method: "GET",
        path: "/sys/dict/loadDict/sys_user,realname,username",
        query: { pageSize: "10", keyword: "" },
        reads: options,
      },
      {
        method: "GET",
        path: "/sys/dict/loadDict/sys_user,realname,username",
        query: { pageSize: "10", keyword: "重放" },
        reads: options,
      },
      {
        method: "GET",
        path: "/sys/dict/loadDictItem/sys_user,realname,username",
        query: { key: "replayed" },
        reads: { "result[]": "string" },
      },
    ],
  },
  {
    page: "jeecg/JCategorySelect",
    calls: [
      categoryTree({ pid: "", pcode: "0", condition: "" }),
      categoryTree({ pid: "{categoryId}", condition: "" }),
      {
        method: "GET",
        path: "/sys/category/loadDictItem/",
        query: { ids: "{categoryId}" },
        reads: { "result[]": "string" },
      },
      {
        method: "GET",
        path: "/sys/category/loadAllData",
        query: { code: "0" },
        reads: listOf({ value: "string", text: "string" }),
      },
    ],
  },
  {
    page: "jeecg/JTreeDict",
    calls: [
      {
        method: "GET",
        path: "/sys/category/loadTreeRoot",
        query: { async: "true", pcode: "" },
        reads: { ...level, "result[].code": "string" },
      },
      {
        method: "GET",
        path: "/sys/category/loadTreeRoot",
        query: { async: "false", pcode: "" },
        reads: { ...level, "result[].children": "array?" },
      },
      { method: "GET", path: "/sys/category/loadTreeChildren", query: { pid: "{categoryId}" }, reads: level },
      {
        method: "GET",
        path: "/sys/category/loadOne",
        query: { field: "id", val: "{categoryId}" },
        reads: { "result.name": "string" },
      },
    ],
  },
  {
    page: "jeecg/JTreeSelect",
    calls: [
      tableTree("0"),
      tableTree("{categoryId}"),
      {
        method: "GET",
        path: "/sys/dict/loadDictItem/sys_category,name,id",
        query: { key: "{categoryId}" },
        reads: { "result[]": "string" },
      },
    ],
  },
  {
    page: "jeecg/JUpload",
    calls: [
      {
        method: "POST",
        path: "/sys/common/upload",
        upload: { field: "file", name: "replay.txt", text: "重放" },
        body: { biz: "temp" },
        reads: { message: "string" },
      },
    ],
  },
  {
    page: "jeecgbiz/JSelectUserByDepModal",
    calls: [
      {
        method: "GET",
        path: "/sys/sysDepart/queryTreeList",
        reads: listOf({ id: "string", key: "string", title: "string" }),
      },
      {
        method: "GET",
        path: "/sys/user/list",
        query: { username: "replayed,", pageNo: "1", pageSize: "2" },
        reads: pageOf({ id: "string", realname: "string" }),
      },
      {
        method: "GET",
        path: "/sys/user/queryUserComponentData",
        query: tableQuery(userColumns),
        reads: pageOf(userColumns),
      },
      {
        method: "GET",
        path: "/sys/user/queryUserComponentData",
        query: { ...tableQuery(userColumns), departId: "{departId}" },
        reads: pageOf(userColumns),
      },
      {
        method: "GET",
        path: "/sys/user/queryUserByDepId",
        query: { id: "{departId}" },
        reads: listOf({ id: "string", username: "string", realname: "string" }),
      },
    ],
  },
  {
    page: "jeecgbiz/JSelectMultiUser",
    calls: [
      {
        method: "GET",
        path: "/sys/user/list",
        query: { pageNo: "1", pageSize: "10" },
        reads: pageOf({ realname: "string", username: "string", phone: "string?", birthday: "string?" }),
      },
    ],
  },
  {
    page: "jeecgbiz/SelectUserListModal",
    calls: [
      {
        method: "GET",
        path: "/sys/user/list",
        reads: pageOf({
          id: "string",
          username: "string",
          realname: "string",
          sex_dictText: "string?",
          phone: "string?",
          email: "string?",
          status_dictText: "string",
        }),
      },
    ],
  },
  {
    page: "jeecgbiz/JSelectPosition",
    calls: [
      {
        method: "GET",
        path: "/sys/position/list",
        query: { code: "replay-post,", pageNo: "1", pageSize: "1" },
        reads: pageOf({ id: "string", name: "string", code: "string" }),
      },
    ],
  },
  {
    page: "jeecgbiz/JSelectRole",
    calls: [
      {
        method: "GET",
        path: "/sys/role/list",
        query: { id: "{roleId},", pageNo: "1", pageSize: "1" },
        reads: pageOf({ id: "string", roleName: "string", roleCode: "string" }),
      },
    ],
  },
];
