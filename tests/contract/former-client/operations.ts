import {
  deleted,
  type Fields,
  listOf,
  type RecordedCall,
  type RecordedPage,
  sheetThereAndBack,
  table,
} from "./recorded.ts";

const logColumns: Fields = {
  logContent: "string",
  userid: "string?",
  username: "string?",
  ip: "string",
  costTime: "number?",
  logType_dictText: "string",
  createTime: "string",
};
const logPage: RecordedPage = {
  page: "system/LogList",
  calls: [
    table("/sys/log/list", { ...logColumns, costTime: "number-" }, { query: { logType: "1" } }),
    table(
      "/sys/log/list",
      { ...logColumns, operateType_dictText: "string?", method: "string?", requestParam: "string?" },
      // Rows of one second come in any order; the calls of the pages before tell a method among the newest ten or not.
      { query: { logType: "2", pageSize: "100" } },
    ),
    table("/sys/log/list", logColumns, {
      query: {
        logType: "2",
        keyWord: "角色",
        operateType: "2",
        createTime_begin: "2021-01-01",
        createTime_end: "2099-01-01",
      },
    }),
  ],
};

const dataLogColumns: Fields = {
  id: "string",
  dataTable: "string",
  dataId: "string",
  dataVersion: "scalar",
  dataContent: "string",
  createBy: "string",
};
const dataLogPage: RecordedPage = {
  page: "system/DataLogList",
  calls: [
    table("/sys/dataLog/list", dataLogColumns, {
      keep: {
        logged: "result.records[0]",
        dataTable: "result.records[0].dataTable",
        dataId: "result.records[0].dataId",
      },
    }),
    {
      method: "GET",
      path: "/sys/dataLog/queryDataVerList",
      query: { dataTable: "{dataTable}", dataId: "{dataId}" },
      reads: listOf({ id: "string", dataVersion: "scalar" }),
      keep: { versionId: "result[0].id" },
    },
    {
      method: "GET",
      path: "/sys/dataLog/queryCompareList",
      query: { dataId1: "{versionId}", dataId2: "{versionId}" },
      reads: {
        "result[0].dataVersion": "scalar",
        "result[0].dataContent": "string",
        "result[1].dataVersion": "scalar",
        "result[1].dataContent": "string",
      },
    },
  ],
};

const jobColumns: Fields = {
  id: "string",
  jobClassName: "string",
  cronExpression: "string",
  parameter: "string?",
  description: "string?",
  status: "scalar",
};
const jobPage: RecordedPage = {
  page: "system/QuartzJobList",
  calls: [
    table(
      "/sys/quartzJob/list",
      { ...jobColumns, parameter: "string-" },
      { keep: { knownJob: "result.records[0]", jobClass: "result.records[0].jobClassName" } },
    ),
    {
      method: "POST",
      path: "/sys/quartzJob/add",
      body: {
        cronExpression: "0 0 3 * * ? *",
        jobClassName: "{jobClass}",
        parameter: '{"days":30}',
        description: "重放任务",
        status: -1,
      },
    },
    table("/sys/quartzJob/list", jobColumns, {
      query: { jobClassName: "{jobClass}" },
      keep: { job: "result.records[description=重放任务]", jobId: "result.records[description=重放任务].id" },
    }),
    { method: "PUT", path: "/sys/quartzJob/edit", row: "job", body: { cronExpression: "0 0 4 * * ? *" } },
    { method: "GET", path: "/sys/quartzJob/resume", query: { id: "{jobId}" } },
    { method: "GET", path: "/sys/quartzJob/execute", query: { id: "{jobId}" } },
    { method: "GET", path: "/sys/quartzJob/pause", query: { id: "{jobId}" } },
    ...sheetThereAndBack("/sys/quartzJob"),
    deleted("/sys/quartzJob/delete", "{jobId}"),
  ],
};

const onlineColumns: Fields = {
  username: "string",
  realname: "string",
  avatar: "string-",
  birthday: "string-",
  sex: "scalar-",
  phone: "string-",
  token: "string",
};
const onlinePage: RecordedPage = {
  page: "system/SysOnlineList",
  calls: [
    {
      method: "POST",
      path: "/sys/login",
      body: { username: "replayed", password: "Replay-0815x", captcha: "", checkKey: 1 },
      signedOut: true,
      reads: { "result.token": "string" },
    },
    table(
      "/sys/online/list",
      { ...onlineColumns, birthday: "string", sex: "scalar", phone: "string", avatar: "string" },
      { query: { username: "replayed" }, keep: { session: "result.records[0].token" } },
    ),
    { method: "POST", path: "/sys/online/forceLogout", body: { token: "{session}" } },
    table("/sys/online/list", onlineColumns),
  ],
};

const fileColumns: Fields = { id: "string", fileName: "string", url: "string" };
const filePage: RecordedPage = {
  page: "modules/oss/OSSFileList",
  calls: [
    { method: "POST", path: "/sys/oss/file/upload", upload: { field: "file", name: "replay.txt", text: "重放" } },
    {
      method: "POST",
      path: "/sys/upload/uploadMinio",
      upload: { field: "file", name: "replay.txt", text: "重放" },
      reads: { message: "string" },
    },
    table("/sys/oss/file/list", fileColumns, { keep: { fileId: "result.records[0].id" } }),
    deleted("/sys/oss/file/delete", "{fileId}"),
  ],
};

const metric = (name: string, more: Fields = {}): RecordedCall => ({
  method: "GET",
  path: `/actuator/metrics/${name}`,
  answer: "raw",
  reads: { name: "string", "measurements[0].value": "number", ...more },
});
const metricsPage = (page: string, names: readonly string[]): RecordedPage => ({
  page,
  calls: names.map((name) => metric(name)),
});

const jvmPage: RecordedPage = {
  page: "modules/monitor/JvmInfo",
  calls: [
    ...[
      "jvm.memory.max",
      "jvm.memory.committed",
      "jvm.memory.used",
      "jvm.buffer.memory.used",
      "jvm.buffer.count",
      "jvm.threads.daemon",
      "jvm.threads.live",
      "jvm.threads.peak",
      "jvm.classes.loaded",
      "jvm.classes.unloaded",
      "jvm.gc.memory.allocated",
      "jvm.gc.memory.promoted",
      "jvm.gc.max.data.size",
      "jvm.gc.live.data.size",
    ].map((name) => metric(name)),
    metric("jvm.gc.pause", { "measurements[1].value": "number" }),
  ],
};

const redisPage: RecordedPage = {
  page: "modules/monitor/RedisInfo",
  calls: [
    { method: "GET", path: "/sys/actuator/redis/keysSize", answer: "raw", reads: { dbSize: "number" } },
    { method: "GET", path: "/sys/actuator/redis/memoryInfo", answer: "raw", reads: { used_memory: "scalar" } },
    {
      method: "GET",
      path: "/sys/actuator/redis/info",
      reads: listOf({ key: "string", description: "string", value: "scalar" }),
    },
  ],
};

const tracePage: RecordedPage = {
  page: "modules/monitor/HttpTrace",
  calls: [
    {
      method: "GET",
      path: "/actuator/httptrace",
      answer: "raw",
      reads: {
        "traces[].timestamp": "scalar",
        "traces[].request.method": "string",
        "traces[].request.uri": "string",
        "traces[].response.status": "number",
        "traces[].timeTaken": "number",
      },
    },
  ],
};

export const operationPages: readonly RecordedPage[] = [
  logPage,
  dataLogPage,
  jobPage,
  onlinePage,
  filePage,
  {
    page: "modules/monitor/DiskMonitoring",
    calls: [
      {
        method: "GET",
        path: "/sys/actuator/redis/queryDiskInfo",
        reads: listOf({ name: "string", restPPT: "number" }),
      },
    ],
  },
  jvmPage,
  metricsPage("modules/monitor/SystemInfo", [
    "system.cpu.count",
    "system.cpu.usage",
    "process.start.time",
    "process.uptime",
    "process.cpu.usage",
  ]),
  metricsPage("modules/monitor/TomcatInfo", [
    "tomcat.sessions.created",
    "tomcat.sessions.expired",
    "tomcat.sessions.active.current",
    "tomcat.sessions.active.max",
    "tomcat.sessions.rejected",
  ]),
  redisPage,
  tracePage,
];
