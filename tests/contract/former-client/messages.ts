import {
  deleted,
  deletedBatch,
  duplicateCheck,
  type Fields,
  pageOf,
  type RecordedCall,
  type RecordedPage,
  table,
  tableQuery,
} from "./recorded.ts";

const columns: Fields = {
  id: "string",
  titile: "string",
  msgCategory: "string",
  startTime: "string?",
  endTime: "string?",
  sender: "string-",
  priority: "string",
  msgType: "string",
  sendStatus: "scalar",
  sendTime: "string-",
  cancelTime: "string-",
  delFlag: "scalar",
  msgContent: "string?",
  msgAbstract: "string?",
  userIds: "string-",
};
const form = {
  msgCategory: "1",
  titile: "重放公告",
  startTime: "2021-01-01 00:00:00",
  endTime: "2099-01-01 00:00:00",
  priority: "H",
  msgType: "ALL",
  msgAbstract: "摘要",
  msgContent: "<p>正文</p>",
};
const list = "/sys/annountCement/list";

const announcementPage: RecordedPage = {
  page: "system/SysAnnouncementList",
  calls: [
    { method: "POST", path: "/sys/annountCement/add", body: form },
    table(list, columns, {
      query: { titile: "重放公告" },
      keep: { notice: "result.records[0]", noticeId: "result.records[0].id" },
    }),
    { method: "PUT", path: "/sys/annountCement/edit", row: "notice", body: { titile: "重放公告二" } },
    { method: "GET", path: "/sys/annountCement/doReleaseData", query: { id: "{noticeId}" } },
    { method: "GET", path: "/sys/annountCement/syncNotic", query: { anntId: "{noticeId}" } },
    table(list, { ...columns, sender: "string", sendTime: "string" }, { query: { titile: "重放公告二" } }),
    {
      method: "POST",
      path: "/sys/annountCement/add",
      body: { ...form, titile: "重放给人", msgCategory: "2", msgType: "USER", userIds: "{me}," },
    },
    table(
      list,
      { ...columns, userIds: "string" },
      { query: { titile: "重放给人" }, keep: { personalId: "result.records[0].id" } },
    ),
    {
      method: "GET",
      path: "/sys/user/queryByIds",
      query: { userIds: "{me}," },
      reads: { "result[].id": "string", "result[].realname": "string" },
    },
    { method: "GET", path: "/sys/annountCement/doReleaseData", query: { id: "{personalId}" } },
    { method: "GET", path: "/sys/annountCement/exportXls", query: tableQuery({}), answer: "file" },
  ],
};

const bell = (place: string): Fields => ({
  [`${place}[].id`]: "string",
  [`${place}[].titile`]: "string",
  [`${place}[].createTime`]: "string",
  [`${place}[].priority`]: "string",
  [`${place}[].sender`]: "string",
  [`${place}[].sendTime`]: "string",
  [`${place}[].msgContent`]: "string",
  [`${place}[].openType`]: "string-",
  [`${place}[].openPage`]: "string-",
  [`${place}[].busId`]: "string-",
});
const bellCall: RecordedCall = {
  method: "GET",
  path: "/sys/annountCement/listByUser",
  reads: {
    ...bell("result.anntMsgList"),
    "result.anntMsgTotal": "number",
    ...bell("result.sysMsgList"),
    "result.sysMsgTotal": "number",
  },
};
const headPage: RecordedPage = {
  page: "tools/HeaderNotice",
  calls: [
    bellCall,
    {
      method: "GET",
      path: "/sys/annountCement/queryById",
      query: { id: "{noticeId}" },
      reads: {
        "result.id": "string",
        "result.titile": "string",
        "result.sender": "string",
        "result.sendTime": "string",
        "result.msgContent": "string",
        "result.openType": "string-",
        "result.openPage": "string-",
        "result.busId": "string-",
      },
    },
    { method: "PUT", path: "/sys/sysAnnouncementSend/editByAnntIdAndUserId", body: { anntId: "{personalId}" } },
  ],
};

const mineColumns: Fields = {
  titile: "string",
  msgCategory: "string",
  sender: "string",
  sendTime: "string",
  priority: "string",
  readFlag: "scalar",
  anntId: "string",
  id: "string",
  msgContent: "string",
  openType: "string-",
  openPage: "string-",
  busId: "string-",
};
const minePage: RecordedPage = {
  page: "system/UserAnnouncementList",
  calls: [
    {
      method: "GET",
      path: "/sys/sysAnnouncementSend/getMyAnnouncementSend",
      query: tableQuery(mineColumns),
      reads: pageOf(mineColumns),
    },
    { method: "PUT", path: "/sys/sysAnnouncementSend/editByAnntIdAndUserId", body: { anntId: "{noticeId}" } },
    { method: "GET", path: "/sys/annountCement/syncNotic", query: { anntId: "{noticeId}" } },
    { method: "PUT", path: "/sys/sysAnnouncementSend/readAll" },
    { method: "GET", path: "/sys/annountCement/doReovkeData", query: { id: "{noticeId}" } },
    table(list, { ...columns, cancelTime: "string" }, { query: { titile: "重放公告二" } }),
    deleted("/sys/annountCement/delete", "{noticeId}"),
  ],
};

const templateColumns: Fields = {
  id: "string",
  templateCode: "string",
  templateName: "string",
  templateContent: "string",
  templateType: "scalar",
  templateTestJson: "string?",
};
const templatePage: RecordedPage = {
  page: "modules/message/SysMessageTemplateList",
  calls: [
    duplicateCheck("sys_sms_template", "template_code", "replay_text"),
    {
      method: "POST",
      path: "/sys/message/sysMessageTemplate/add",
      body: {
        templateCode: "replay_text",
        templateType: "4",
        templateName: "重放模板",
        templateContent: "您好 ${name}",
        templateTestJson: '{"name":"重放"}',
      },
    },
    table("/sys/message/sysMessageTemplate/list", templateColumns, {
      query: { templateCode: "replay_text" },
      keep: { template: "result.records[0]", templateId: "result.records[0].id" },
    }),
    {
      method: "PUT",
      path: "/sys/message/sysMessageTemplate/edit",
      row: "template",
      body: { templateName: "重放模板二" },
    },
    {
      method: "POST",
      path: "/sys/message/sysMessageTemplate/sendMsg",
      body: { templateCode: "replay_text", testData: '{"name":"重放"}', receiver: "admin", msgType: "4" },
    },
    { method: "GET", path: "/sys/message/sysMessageTemplate/exportXls", query: tableQuery({}), answer: "file" },
    deletedBatch("/sys/message/sysMessageTemplate/deleteBatch", "{templateId}"),
  ],
};

const messageColumns: Fields = {
  id: "string",
  esTitle: "string",
  esContent: "string",
  esReceiver: "string",
  esSendNum: "number?",
  esSendStatus_dictText: "string",
  esSendTime: "string?",
  esType_dictText: "string",
  esParam: "string-",
  esResult: "string-",
  remark: "string-",
};
const messagePage: RecordedPage = {
  page: "modules/message/SysMessageList",
  calls: [
    {
      method: "POST",
      path: "/sys/message/sysMessage/add",
      body: {
        esTitle: "重放消息",
        esContent: "内容",
        esReceiver: "admin",
        esType: "4",
        esSendTime: "2099-01-01 00:00:00",
        remark: "重放",
      },
    },
    table("/sys/message/sysMessage/list", messageColumns, {
      query: { esTitle: "*重放*" },
      keep: { message: "result.records[esTitle=重放消息]", messageId: "result.records[esTitle=重放消息].id" },
    }),
    { method: "PUT", path: "/sys/message/sysMessage/edit", row: "message", body: { esContent: "内容二" } },
    deleted("/sys/message/sysMessage/delete", "{messageId}"),
  ],
};

export const messagePages: readonly RecordedPage[] = [announcementPage, headPage, minePage, templatePage, messagePage];
