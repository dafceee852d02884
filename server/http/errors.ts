/**
 * Every refusal the server gives: HTTP status, envelope code, Chinese message. `{name}` is filled from `details`.
 * The remedies stand in docs/reference/errors.md; a test compares both ways.
 */
export const errorTable = {
  BAD_REQUEST: { http: 400, code: 400, message: "请求格式不正确" },
  SESSION_MISSING: { http: 401, code: 401, message: "未登录，请先登录" },
  SESSION_EXPIRED: { http: 401, code: 401, message: "Token失效，请重新登录" },
  CAPTCHA_MISSING: { http: 200, code: 500, message: "验证码无效" },
  CAPTCHA_WRONG: { http: 200, code: 500, message: "验证码错误" },
  LOGIN_FAILED: { http: 200, code: 500, message: "用户名或密码错误" },
  LOGIN_LOCKED: { http: 429, code: 429, message: "该用户登录失败次数过多，请于{minutes}分钟后再次登录！" },
  LOGIN_CAPTCHA: { http: 429, code: 429, message: "登录失败次数过多，请改用验证码登录" },
  NO_DEPARTMENT: { http: 200, code: 500, message: "用户暂未归属部门,不可登录!" },
  SECOND_FACTOR: { http: 200, code: 500, message: "请输入两步验证的动态码" },
  SECOND_FACTOR_WRONG: { http: 200, code: 500, message: "动态码不正确或已使用过，请输入新的动态码" },
  SECOND_FACTOR_LOCKED: { http: 429, code: 429, message: "动态码输错次数过多，请于{minutes}分钟后再试" },
  SECOND_FACTOR_ON: { http: 200, code: 500, message: "两步验证已经开启，请先关闭" },
  SECOND_FACTOR_REQUIRED: { http: 403, code: 403, message: "您的角色要求两步验证，请先开启" },
  STEP_UP_REQUIRED: { http: 403, code: 403, message: "这项操作要先输入两步验证的动态码" },
  PASSWORD_KEY_CHANGED: { http: 409, code: 409, message: "登录加密串已更换，请重新登录" },
  PASSWORD_CHANGE_REQUIRED: { http: 403, code: 403, message: "首次登录请先修改密码" },
  TENANT_REFUSED: { http: 403, code: 403, message: "您不属于租户 {tenantId}，请重新选择租户" },
  METRICS_TOKEN_WRONG: { http: 401, code: 401, message: "监控令牌缺失或不正确" },
  FORBIDDEN: { http: 403, code: 510, message: "没有权限，请联系管理员授权" },
  ACT_REFUSED: { http: 403, code: 510, message: "不能操作 {names}：{reason}" },
  RAISE_REFUSED: { http: 403, code: 510, message: "这样修改会让人超出您自己的权限：{reason}" },
  TENANT_CLOSED: { http: 403, code: 403, message: "您所在的租户已停用，不能登录，请联系平台管理员" },
  TENANT_ENDED: { http: 403, code: 403, message: "您所在的租户已到期，不能登录，请联系平台管理员" },
  TENANT_NOT_BEGUN: { http: 403, code: 403, message: "您所在的租户还没有到开始时间，不能登录，请联系平台管理员" },
  THIRD_NOT_CONFIGURED: { http: 200, code: 500, message: "没有这个登录方式，或已停用，请换一种方式登录" },
  THIRD_STATE: { http: 200, code: 500, message: "登录请求已失效，或不是在这个浏览器中发起的，请重新登录" },
  THIRD_CANCELLED: { http: 200, code: 500, message: "您在{provider}取消了登录" },
  THIRD_REFUSED: { http: 200, code: 500, message: "{provider}拒绝了登录（{reason}），请重试或联系管理员" },
  THIRD_TICKET: { http: 200, code: 500, message: "{provider}的票据无效、已使用或已过期，请重新登录" },
  THIRD_DOWN: { http: 200, code: 500, message: "{provider}没有应答或暂时不可用，请稍后重试，或换一种方式登录" },
  THIRD_UNTRUSTED: { http: 200, code: 500, message: "无法验证{provider}返回的身份，已拒绝登录，请联系管理员" },
  THIRD_CLOCK: { http: 200, code: 500, message: "{provider}与本系统的时钟相差过大，不能登录，请联系管理员校准时间" },
  THIRD_CONFIG: { http: 200, code: 500, message: "{provider}的配置有误：{reason}，请联系管理员" },
  THIRD_NO_ACCOUNT: { http: 200, code: 500, message: "您的{provider}账号在本系统没有对应的用户，请联系管理员开通" },
  THIRD_UNBOUND: { http: 200, code: 500, message: "您的{provider}账号还没有绑定本系统的用户，请先绑定" },
  THIRD_USER_CLOSED: {
    http: 200,
    code: 500,
    message: "您的{provider}账号绑定的用户已冻结或删除，不能登录，请联系管理员",
  },
  THIRD_TAKEN: { http: 200, code: 500, message: "这个{provider}账号已经绑定了其他用户，请先在那里解除绑定" },
  THIRD_LOGOUT_REFUSED: { http: 400, code: 400, message: "注销通知无效、已过期或已处理" },
  PLATFORM_ONLY: { http: 403, code: 510, message: "这是整个平台的功能，只能在默认租户中使用" },
  VIEW_ONLY: { http: 403, code: 510, message: "正在以他人身份查看，不能修改；结束查看后再操作" },
  API_KEY_INVALID: { http: 401, code: 401, message: "接口密钥无效、已停用或已过期" },
  API_KEY_SCOPE: { http: 403, code: 510, message: "接口密钥的范围不包括这个操作" },
  API_KEY_IN_URL: { http: 400, code: 400, message: "接口密钥不能放在地址中，请放在请求头 X-Api-Key，并更换这个密钥" },
  PATH_NOT_FOUND: { http: 404, code: 404, message: "路径不存在，请检查路径是否正确" },
  METHOD_NOT_ALLOWED: { http: 405, code: 405, message: "不支持 {method} 请求，请改用 {methods}" },
  FILE_NOT_FOUND: { http: 404, code: 404, message: "文件不存在或无权查看" },
  ANNOUNCEMENT_CLOSED: { http: 404, code: 404, message: "没有这条公告，或它不对外公开；请登录后查看" },
  ROW_NOT_FOUND: { http: 200, code: 500, message: "未找到对应实体" },
  CONFLICT: { http: 409, code: 409, message: "数据已被他人修改，请核对后再保存" },
  TABLE_CHANGED: { http: 409, code: 409, message: "数据表刚刚被修改，请刷新页面后重试" },
  TOO_LARGE: { http: 413, code: 413, message: "内容过大，请缩减后重试" },
  FILE_TOO_LARGE: { http: 413, code: 413, message: "“{kind}”的文件不能超过 {maxMb} MB，请缩减后重试" },
  DUPLICATE: { http: 200, code: 500, message: "数据库中已存在该记录" },
  TOO_LONG: { http: 200, code: 500, message: "字段太长，超出数据库字段的长度" },
  OUT_OF_RANGE: { http: 200, code: 500, message: "数值超出允许的范围" },
  DICT_CODE_EMPTY: { http: 200, code: 500, message: "字典编码不能为空!" },
  DICT_CODE_INVALID: { http: 200, code: 500, message: "字典Code格式不正确！" },
  SCREEN_NOT_FOUND: { http: 404, code: 404, message: "没有页面 {id}{nearest}" },
  UPLOAD_BROKEN: { http: 400, code: 400, message: "上传的内容不完整或格式不正确，请重新选择文件上传" },
  UPLOAD_GONE: { http: 404, code: 404, message: "上传已过期或已结束，请重新选择文件上传" },
  UPLOAD_OFFSET: { http: 409, code: 409, message: "这一段不是服务器在等的，请从 {received} 字节处继续上传" },
  UNSUPPORTED_MEDIA: { http: 415, code: 415, message: "不支持该内容类型，请以 JSON 提交" },
  INVALID: { http: 200, code: 500, message: "{reason}" },
  CHANNEL_OFF: { http: 200, code: 500, message: "{channel}接口未配置，请联系管理员！" },
  CHANNEL_DOWN: { http: 200, code: 500, message: "{channel}暂时发送失败，请稍后重试" },
  MESSAGE_NOT_SENT: { http: 200, code: 500, message: "{channel}没有发出：{reason}" },
  TOO_MANY: { http: 429, code: 429, message: "操作过于频繁，请稍后再试" },
  BUSY: { http: 503, code: 503, message: "系统繁忙，请稍后重试" },
  STOPPING: { http: 503, code: 503, message: "服务正在停止，不再接受新的请求" },
  QUERY_TIMEOUT: { http: 503, code: 503, message: "查询用时过长，已停止，请缩小条件后重试" },
  STORAGE_FULL: { http: 503, code: 503, message: "磁盘空间不足或不可写，未能保存，请联系管理员" },
  FILE_STORE_DOWN: { http: 503, code: 503, message: "文件存储{problem}，操作未能完成，请稍后重试或联系管理员" },
  UPSTREAM_FAILED: { http: 502, code: 502, message: "目标服务没有正常应答，请求编号 {requestId}" },
  UPSTREAM_TIMEOUT: { http: 504, code: 504, message: "目标服务没有及时应答，请求编号 {requestId}" },
  INTERNAL: { http: 500, code: 500, message: "操作失败，请求编号 {requestId}" },
} as const satisfies Record<string, { http: number; code: number; message: string }>;

export type ErrorName = keyof typeof errorTable;

/** The only way a handler refuses: the error handler alone turns it into an envelope. */
export class AppError extends Error {
  readonly errorName: ErrorName;
  readonly details: Readonly<Record<string, string | number>>;
  /** Goes out as the envelope's `result`: the current row of a conflict, field errors of a validation. */
  readonly result: unknown;

  constructor(
    errorName: ErrorName,
    options: {
      readonly details?: Readonly<Record<string, string | number>>;
      readonly result?: unknown;
      readonly cause?: unknown;
    } = {},
  ) {
    super(errorName, { cause: options.cause });
    this.errorName = errorName;
    this.details = options.details ?? {};
    this.result = options.result ?? null;
  }
}

/** The message of an error with `{name}` filled in from its details. */
export function errorMessage(errorName: ErrorName, details: AppError["details"]): string {
  return errorTable[errorName].message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ""));
}
