/**
 * The environment, one entry per variable. Every value arrives as text, so the patterns speak about text;
 * `secret` ones are masked by `--print-config`. An empty variable counts as not set.
 */
export const configSchema = {
  type: "object",
  properties: {
    PORT: { type: "string", pattern: "^\\d{1,5}$", default: "3000", title: "端口，0 到 65535，0 表示任选一个空闲端口" },
    HOST: {
      type: "string",
      pattern: "^[A-Za-z0-9.:_-]+$",
      default: "127.0.0.1",
      title: "监听地址，0.0.0.0 表示对外开放",
    },
    DATA_DIR: { type: "string", pattern: "^[^\\u0000]+$", default: "./data", title: "数据文件夹" },
    DATABASE_URL: {
      type: "string",
      pattern: "^postgres(ql)?://\\S+$",
      title: "PostgreSQL 地址，以 postgres:// 开头；不设则用内置数据库",
      secret: true,
    },
    ADMIN_PASSWORD: {
      type: "string",
      pattern: "^[\\s\\S]{8,128}$",
      title: "首个管理员 admin 的密码，8 到 128 个字符",
      secret: true,
    },
    SEED: { enum: ["demo", "none"], default: "demo", title: "初始数据，demo 或 none" },
    SEED_NUMBER: { type: "string", pattern: "^\\d{1,10}$", default: "20260101", title: "演示数据的种子，最多十位数字" },
    SEED_SCALE: {
      type: "string",
      pattern: "^(small|large|\\d{1,2}(\\.\\d{1,3})?)$",
      default: "small",
      title: "演示数据的规模，small、large 或倍数，例如 0.5",
    },
    DEMO_PASSWORD: {
      type: "string",
      pattern: "^[\\s\\S]{8,128}$",
      title: "演示账号的密码，8 到 128 个字符；不设则没有演示账号",
      secret: true,
    },
    FIRST_GUIDE: {
      enum: ["on", "off"],
      default: "on",
      title: "首次登录后的引导，on 或 off；设了 ADMIN_PASSWORD 时没有引导",
    },
    QUERY_BUDGET: {
      type: "string",
      pattern: "^[1-9]\\d{1,8}$",
      title: "单个查询的开销上限，数据库估算单位，10 到 999999999；不设则内置数据库 100000，PostgreSQL 1000000",
    },
    DRAIN_SECONDS: {
      type: "string",
      pattern: "^[0-5]?\\d$",
      default: "0",
      title: "收到停止信号后继续应答的秒数，0 到 59；前面有负载均衡时用",
    },
    PUBLIC_ANNOUNCEMENTS: {
      enum: ["on", "off"],
      default: "off",
      title: "发给全体用户的公告不登录也能看，on 或 off",
    },
    FORM_SCRIPTS: {
      enum: ["on", "off"],
      default: "off",
      title: "在线表单的脚本增强，on 或 off；on 时脚本在服务器上单独的进程中运行",
    },
    REGISTRATION: { enum: ["on", "off"], default: "on", title: "自助注册，on 或 off" },
    CAPTCHA: { enum: ["on", "off"], default: "on", title: "登录验证码，on 或 off；off 只在本机地址上有效" },
    LOG_LEVEL: {
      enum: ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      default: "info",
      title: "日志级别，fatal、error、warn、info、debug、trace 或 silent",
    },
    CONTEXT_PATH: {
      type: "string",
      pattern: "^/[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+){0,2}$",
      default: "/api",
      title: "接口前缀，一到三段路径，例如 /api",
    },
    PUBLIC_URL: {
      type: "string",
      pattern: "^https?://[^\\s/]+(/\\S*)?$",
      title: "对外地址，以 http:// 或 https:// 开头",
    },
    CORS_ORIGINS: {
      type: "string",
      pattern: "^https?://[a-z0-9.-]+(:\\d{1,5})?(,https?://[a-z0-9.-]+(:\\d{1,5})?)*$",
      title: "允许跨域调用接口的来源，以逗号分隔，小写，不带路径，例如 https://portal.example.com；不设则不允许",
    },
    TRUSTED_PROXIES: {
      type: "string",
      pattern: "^[0-9A-Fa-f.:/]+(,[0-9A-Fa-f.:/]+)*$",
      title: "可信的反向代理地址，以逗号分隔",
    },
    PRODUCT_NAME: { type: "string", pattern: "^[^\\u0000-\\u001f]{1,30}$", title: "系统名称，1 到 30 个字符" },
    SETTINGS_DRAWER: { enum: ["on", "off"], default: "on", title: "界面设置抽屉，on 或 off" },
    APP_TZ: { type: "string", pattern: "^[A-Za-z]+(/[A-Za-z_+-]+)*$", default: "Asia/Shanghai", title: "业务时区" },
    SMTP_FROM: {
      type: "string",
      pattern: "^[^\\r\\n]{3,200}$",
      title: "邮件的发件人，例如 通知 <no-reply@example.com>",
    },
    SECRET_KEY: {
      type: "string",
      pattern: "^\\S{16,200}$",
      title: "加密数据源密码的钥匙，16 到 200 个字符；多个服务共用一个数据库时必须相同",
      secret: true,
    },
    DATA_SOURCE_HOSTS: {
      type: "string",
      pattern: "^[A-Za-z0-9._:\\[\\]-]+(,[A-Za-z0-9._:\\[\\]-]+)*$",
      title: "允许数据源连接的主机，以逗号分隔，例如 db.example.com:5432；不设则不允许",
    },
    GATEWAY_HOSTS: {
      type: "string",
      pattern:
        "^([A-Za-z0-9_-]+=)?(\\*\\.)?[A-Za-z0-9._:\\[\\]-]+(,([A-Za-z0-9_-]+=)?(\\*\\.)?[A-Za-z0-9._:\\[\\]-]+)*$",
      title: "允许网关路由转发到的主机，以逗号分隔，例如 api.example.com,orders=10.0.0.5:8080；不设则不允许",
    },
    WEBHOOK_HOSTS: {
      type: "string",
      pattern: "^(\\*\\.)?[A-Za-z0-9._:\\[\\]-]+(,(\\*\\.)?[A-Za-z0-9._:\\[\\]-]+)*$",
      title: "允许接收事件的主机，以逗号分隔，例如 hooks.example.com,10.0.0.5:8443；不设则不允许",
    },
    SIGN_IN_HOSTS: {
      type: "string",
      pattern: "^(\\*\\.)?[A-Za-z0-9._:\\[\\]-]+(,(\\*\\.)?[A-Za-z0-9._:\\[\\]-]+)*$",
      title: "允许作为登录方式连接的主机，以逗号分隔，例如 login.example.com；环境变量中配置的登录方式不必列出",
    },
    OIDC_ISSUER: {
      type: "string",
      pattern: "^https?://[^\\s?#]+$",
      title: "OpenID Connect 的签发者地址，以 https:// 开头",
    },
    OIDC_CLIENT_ID: { type: "string", pattern: "^\\S{1,200}$", title: "OpenID Connect 的客户端标识" },
    OIDC_CLIENT_SECRET: {
      type: "string",
      pattern: "^\\S{1,500}$",
      title: "OpenID Connect 的客户端密钥；不设则为公开客户端",
      secret: true,
    },
    OIDC_SCOPES: {
      type: "string",
      pattern: "^openid( [\\x21-\\x7e]+)*$",
      default: "openid profile email",
      title: "OpenID Connect 的范围，以 openid 开头，空格分隔",
    },
    OIDC_NAME: { type: "string", pattern: "^[^\\u0000-\\u001f]{1,30}$", title: "登录页上的名称，1 到 30 个字符" },
    OIDC_UNKNOWN: {
      enum: ["create", "link", "refuse"],
      default: "link",
      title: "没有绑定的人：create 新建账号、link 绑定已有账号、refuse 拒绝",
    },
    CAS_URL: {
      type: "string",
      pattern: "^https?://[^\\s?#]+$",
      title: "CAS 服务的地址，例如 https://cas.example.com/cas",
    },
    CAS_NAME: { type: "string", pattern: "^[^\\u0000-\\u001f]{1,30}$", title: "登录页上的名称，1 到 30 个字符" },
    CAS_UNKNOWN: {
      enum: ["create", "link", "refuse"],
      default: "link",
      title: "没有绑定的人：create 新建账号、link 绑定已有账号、refuse 拒绝",
    },
    METRICS_TOKEN: {
      type: "string",
      pattern: "^[!-~]{16,200}$",
      title: "读取 /metrics 的令牌，16 到 200 个字符；不设则没有这个地址",
      secret: true,
    },
    SMS_URL: {
      type: "string",
      pattern: "^(console:|https?://[^\\s/]+(/\\S*)?)$",
      title: "短信网关地址，以 https:// 开头；console: 只在本机上有效，短信写到控制台",
    },
    SMS_SHAPE: {
      type: "string",
      pattern: "^(json|aliyun|tencent|[^\\u0000]+\\.json)$",
      default: "json",
      title: "短信网关的接口形式，json、aliyun、tencent 或描述文件的路径",
    },
    SMS_KEY_ID: { type: "string", pattern: "^\\S{1,200}$", title: "短信网关的访问标识", secret: true },
    SMS_KEY_SECRET: { type: "string", pattern: "^\\S{1,200}$", title: "短信网关的访问密钥", secret: true },
    SMS_SIGN_NAME: { type: "string", pattern: "^[^\\u0000-\\u001f]{1,30}$", title: "短信签名，1 到 30 个字符" },
    SMS_APP_ID: { type: "string", pattern: "^[A-Za-z0-9_-]{1,64}$", title: "短信应用编号" },
    SMS_TEMPLATES: {
      type: "string",
      pattern: "^[A-Za-z][\\w-]*=[\\w-]+(:\\w+(\\+\\w+)*)?(,[A-Za-z][\\w-]*=[\\w-]+(:\\w+(\\+\\w+)*)?)*$",
      title: "短信平台的模板编号，例如 login=SMS_1,reset=SMS_2:code+minutes",
    },
    SMS_TIMEOUT: { type: "string", pattern: "^([1-9]|[12]\\d|30)$", default: "5", title: "短信网关的时限，1 到 30 秒" },
    S3_BUCKET: {
      type: "string",
      pattern: "^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$",
      title: "存放文件的存储桶，小写字母、数字、点和短横；不设则文件在数据文件夹",
    },
    S3_ENDPOINT: {
      type: "string",
      pattern: "^https?://[^\\s/?#@]+$",
      title: "对象存储的地址，以 https:// 开头，不带路径；不设则为 Amazon S3",
    },
    S3_REGION: { type: "string", pattern: "^[a-z0-9-]{1,40}$", default: "us-east-1", title: "存储桶所在的地域" },
    S3_PREFIX: {
      type: "string",
      pattern: "^[\\w-]+(/[\\w-]+){0,4}$",
      title: "存储桶中的文件夹，字母、数字、下划线和短横，不以斜线开头或结尾",
    },
    S3_KEY_ID: { type: "string", pattern: "^\\S{1,200}$", title: "对象存储的访问标识", secret: true },
    S3_KEY_SECRET: { type: "string", pattern: "^\\S{1,200}$", title: "对象存储的访问密钥", secret: true },
    S3_PATH_STYLE: {
      enum: ["on", "off"],
      title: "存储桶写在地址的路径中，on 或 off；不设则设了 S3_ENDPOINT 时为 on",
    },
    SMTP_URL: { type: "string", pattern: "^smtps?://\\S+$", title: "邮件服务地址，以 smtp:// 开头", secret: true },
  },
} as const;

export type ConfigName = keyof typeof configSchema.properties;
export const configNames = Object.keys(configSchema.properties) as ConfigName[];
