// Generated from the renderer definitions by `npm run schema:gen`; do not edit.

/** 纯文本，不求值，不能写 {{ }} */
export type Text = string;

/** 整个值是一个表达式：{{ … }} */
export type Expr = string;

/** true、false 或表达式 */
export type BoolExpr = Expr | boolean;

/** 文本，其中可以有 {{ 表达式 }} */
export type Template = string;

/** 文档标识 = schemas/ 下的路径，不带后缀 */
export type DocId = string;

/** 字段的线上名称 */
export type FieldName = string;

/** 数据库列名：小写字母、数字、下划线 */
export type Column = string;

/** 键名：小写字母开头 */
export type Key = string;

/** 权限编码，例如 store:order:add */
export type Permission = string;

/** 权限编码的前半，例如 store:order */
export type PermissionPrefix = string;

/** 本站接口路径（不带 /api 前缀） */
export type Url = string;

/** 方法和路径，例如 GET /sys/user/list */
export type Endpoint = string;

/** 像素 */
export type Width = number;

/** 任意 JSON 值；文本值可以是表达式 */
export type Json = unknown;

/** [开, 关] */
export type Pair = readonly (string | number | boolean)[];

export type SortKey = {
  /** 按哪个字段 */
  readonly field: FieldName;
  /** 升序或降序 */
  readonly order: "asc" | "desc";
};

/** JSON Schema（draft-07），或本系统一种文档的名称 */
export type JsonSchema = "model" | "screen" | "data" | "screen-test" | Readonly<Record<string, unknown>>;

/** 上传用途（system/upload-kind）的编码 */
export type UploadUse = string;

/** 字典编码，或以某个模型、某张报表的行作字典 */
export type Dict = string | {
  /** 以这张在线报表的行作字典，最多 1000 行 */
  readonly report: string;
  /** 存的列；缺省：报表的返回值字段，没有则第一列 */
  readonly value?: Text;
  /** 显示的列；缺省：报表的返回文本字段，没有则第二列 */
  readonly text?: Text;
} | {
  /** 以这个模型的行作字典 */
  readonly model: DocId;
  /** 显示的字段；缺省：该模型的 titleField */
  readonly text?: FieldName;
  /** 存的字段；缺省 id */
  readonly value?: FieldName;
  /** 只用符合条件的行 */
  readonly where?: Readonly<Record<string, string | number | boolean>>;
};

export type Weight = number;

export type Rule = {
  /** 简写（m、e、n、z、money、mobile、n6-16 …）或正则 */
  readonly pattern: string;
  /** 不符合时显示的话 */
  readonly message?: Text;
  /** 缺省 error；warning 只提醒，不拦截 */
  readonly level?: "error" | "warning";
} | {
  /** 编码校验规则的编码 */
  readonly checkRule: Text;
  /** 不符合时显示的话 */
  readonly message?: Text;
  /** 缺省 error；warning 只提醒，不拦截 */
  readonly level?: "error" | "warning";
} | {
  /** 为假时报错 */
  readonly expr: Expr;
  /** 不符合时显示的话 */
  readonly message: Text;
  /** 缺省 error；warning 只提醒，不拦截 */
  readonly level?: "error" | "warning";
};

export type FormRule = {
  /** 为假时报错 */
  readonly expr: Expr;
  /** 消息显示在哪个字段旁；缺省显示在表单顶部 */
  readonly field?: FieldName;
  /** 不符合时显示的话 */
  readonly message: Text;
  /** 缺省 error；warning 只提醒，不拦截 */
  readonly level?: "error" | "warning";
};

export type Rules = readonly (Rule)[];

/** 保存时由填值规则给出的值 */
export type Fill = {
  /** 填值规则的编码 */
  readonly rule: Text;
};

/** 选定引用时抄下目标行的字段，以后不随之变 */
export type Snapshot = {
  /** 本模型的引用字段 */
  readonly from: FieldName;
  /** 抄目标行的哪个字段 */
  readonly field: FieldName;
};

/** 由子行汇总，在同一事务中维护 */
export type Rollup = {
  /** 子行的模型 */
  readonly model: DocId;
  /** 子模型中指向本行的字段 */
  readonly foreignKey: FieldName;
  /** 怎样汇总 */
  readonly op: "sum" | "count" | "max" | "last";
  /** 汇总子行的哪个字段 */
  readonly field?: FieldName;
  /** 只算这些子行；row 是子行 */
  readonly where?: Expr;
  /** 只算这段时间的子行；新的一天、一月、一年开始时自动重算 */
  readonly within?: {
    /** 子行的日期或时间 */
    readonly field: FieldName;
    /** 今天、本月、今年 */
    readonly unit: "day" | "month" | "year";
  };
};

/** 字段级权限 */
export type FieldPermission = {
  /** 无此权限看不到 */
  readonly see?: Permission;
  /** 无此权限不能改 */
  readonly edit?: Permission;
  /** 无此权限则脱敏 */
  readonly plain?: Permission;
};

export type Field = 
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 最多几个字；缺省 100 */
      readonly maxLength?: number;
      /** 最少几个字 */
      readonly minLength?: number;
      /** 逗号分隔的多个值 */
      readonly multiple?: boolean;
      /** 最少选择几项；用于多个值 */
      readonly minItems?: number;
      /** 最多选择几项；用于多个值 */
      readonly maxItems?: number;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一；ignoreCase：大小写不同也算相同 */
      readonly unique?: true | false | "ignoreCase";
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      /** 中文检索列；pinyin：引用本模型的控件也按拼音和首字母找到它 */
      readonly search?: true | false | "pinyin";
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "string";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 最多几个字；缺省 20000 */
      readonly maxLength?: number;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      /** 中文检索列；pinyin：引用本模型的控件也按拼音和首字母找到它 */
      readonly search?: true | false | "pinyin";
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "text";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 最小值 */
      readonly minimum?: number;
      /** 最大值 */
      readonly maximum?: number;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "integer";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 小数位；缺省 2 */
      readonly scale?: number;
      /** 最小值 */
      readonly minimum?: number;
      /** 最大值 */
      readonly maximum?: number;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "number";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "boolean";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "date";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "datetime";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "time";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 最小值 */
      readonly minimum?: number;
      /** 最大值 */
      readonly maximum?: number;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "money";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 最小值 */
      readonly minimum?: number;
      /** 最大值 */
      readonly maximum?: number;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "percent";
    }
  | {
      /** 界面上的名称 */
      readonly title: Text;
      /** 字段旁的说明 */
      readonly tip?: Text;
      /** 列名；缺省为键的 snake_case */
      readonly column?: Column;
      /** 改名前的字段名；表中的列随之改名，数据保留 */
      readonly renamedFrom?: FieldName;
      /** 为假时字段不适用：表单隐藏、不必填、存为空 */
      readonly when?: Expr;
      /** 必填；表达式时前后端同判 */
      readonly required?: BoolExpr;
      /** 没有填写时的提示；缺省为“请输入”或“请选择”加名称 */
      readonly requiredMessage?: Text;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 为真时已存的值不能改：表单禁用，服务器拒绝；改之前和改之后都为真才算，新增的行不管 */
      readonly locked?: Expr;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 新增时的值；可以是表达式。写定的值也填进字段加入时已有的行 */
      readonly default?: Json;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      /** false：不能用来查询、排序、统计 */
      readonly query?: boolean;
      readonly dict?: Dict;
      /** 它引用的行被删除时（dict 是模型，值是 id）：拒绝删除（restrict），本行随之删除（cascade），或清空这个字段（set-null）；缺省不处理 */
      readonly onDelete?: "restrict" | "cascade" | "set-null";
      /** 字典中现在可以选的值的列表，为空则不限：控件只列出它们，前后端同判 */
      readonly choices?: Expr;
      /** 计算字段：浏览器和服务器用同一表达式 */
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly fill?: Fill;
      /** 校验规则，浏览器和服务器都执行 */
      readonly rules?: Rules;
      readonly permission?: FieldPermission;
      /** 编辑它的控件；缺省按类型和字典 */
      readonly widget?: Editor;
      /** 显示它的单元格；缺省按类型和字典 */
      readonly cell?: Cell;
      readonly type: "json";
    };

export type Fields = Readonly<Record<string, Field>>;

export type Relation = 
  | {
      /** 子表的名称；缺省：子模型的名称 */
      readonly title?: Text;
      /** 子模型 */
      readonly model: DocId;
      /** 子模型中指向本行的字段 */
      readonly foreignKey: FieldName;
      /** 排序字段，从 1 起重新编号 */
      readonly order?: FieldName;
      /** 最少几行 */
      readonly min?: number;
      /** 最多几行 */
      readonly max?: number;
      /** 导出和导入时，子行与本行在同一张表里：两行表头，本行的单元格跨其子行合并 */
      readonly sheet?: boolean;
      /** 删除本行时：连同子行（cascade，缺省，子行随本行填写、计算和保存）；有子行就拒绝（restrict），或由 foreignKey 字段的 onDelete 决定（by-field），这两种子行各自独立，在它自己的页面修改 */
      readonly onDelete?: "cascade" | "restrict" | "by-field";
      /** 随本行新增、编辑、删除子行，另要子模型自己的新增、编辑、删除权限；缺省只要本行的 */
      readonly ownRights?: boolean;
      readonly kind: "one-to-many";
    }
  | {
      /** 子表的名称；缺省：子模型的名称 */
      readonly title?: Text;
      /** 子模型 */
      readonly model: DocId;
      /** 子模型中指向本行的字段 */
      readonly foreignKey: FieldName;
      /** 删除本行时：连同子行（cascade，缺省，子行随本行填写、计算和保存）；有子行就拒绝（restrict），或由 foreignKey 字段的 onDelete 决定（by-field），这两种子行各自独立，在它自己的页面修改 */
      readonly onDelete?: "cascade" | "restrict" | "by-field";
      /** 随本行新增、编辑、删除子行，另要子模型自己的新增、编辑、删除权限；缺省只要本行的 */
      readonly ownRights?: boolean;
      readonly kind: "one-to-one";
    }
  | {
      /** 子表的名称；缺省：子模型的名称 */
      readonly title?: Text;
      /** 存上级 id 的字段 */
      readonly pid: FieldName;
      /** 记有无下级的字段 */
      readonly hasChild: FieldName;
      /** 顶层的 pid 值 */
      readonly root: string;
      readonly kind: "tree";
    };

export type GroupRule = {
  /** 这些字段与本行相同的行为一组；空：全部行 */
  readonly by: readonly (FieldName)[];
  /** 只看组内的这些行；item 是组内的一行，row 是改动的行 */
  readonly where?: Expr;
  /** 为假时拒绝；rows 是组内的行，row 是改动的行 */
  readonly expr: Expr;
  /** 消息显示在哪个字段旁 */
  readonly field?: FieldName;
  /** 拒绝时说什么 */
  readonly message: Text;
};

export type Generation = {
  /** 按钮的名称 */
  readonly title: Text;
  /** 图标名 */
  readonly icon?: Text;
  /** 缺省 前缀:键 */
  readonly permission?: Permission;
  /** 先问的字段；带 type 的是临时字段 */
  readonly ask?: Readonly<Record<string, Field | {
    /** 缺省：字段的名称 */
    readonly title?: Text;
    /** 必填 */
    readonly required?: boolean;
    /** 先填好的值 */
    readonly default?: Json;
    /** 校验规则 */
    readonly rules?: readonly (Rule)[];
    readonly widget?: Editor;
  }>>;
  /** 先读的行；guards 和各来源的表达式以名称读它 */
  readonly read?: readonly (TransitionRead)[];
  /** 执行的条件；form 是答案 */
  readonly guards?: readonly ({
    /** 为假时拒绝 */
    readonly expr: Expr;
    /** 拒绝时说什么 */
    readonly message: Text;
  })[];
  /** 从哪里生成，依次 */
  readonly sources: readonly (GenerateSource)[];
};

export type GenerateSource = {
  /** 为假时不用这个来源 */
  readonly when?: Expr;
  /** 为谁各生成一行 */
  readonly each: GenerateEach;
  /** 生成的行；row 是对方，beside 是它旁边的行，count、amount 是笔数与合计 */
  readonly values: Readonly<Record<string, Json>>;
  /** 取哪些行作明细 */
  readonly lines: readonly (GenerateLines)[];
};

export type GenerateEach = {
  /** 对方的模型 */
  readonly model: DocId;
  /** 预览里显示的字段 */
  readonly title: FieldName;
  /** 哪些对方 */
  readonly where?: Readonly<Record<string, Json>>;
  /** 为假时这一位不生成；count、amount 是笔数与合计 */
  readonly when?: Expr;
  /** 对方旁边的一行，例如默认的收款卡；以 beside 读它 */
  readonly beside?: GenerateBeside;
};

export type GenerateBeside = {
  /** 行的模型 */
  readonly model: DocId;
  /** 指向对方的字段 */
  readonly key: FieldName;
  /** 哪一行 */
  readonly where?: Readonly<Record<string, Json>>;
};

export type GenerateLines = {
  /** 取哪个模型的行，一次最多 20000 行 */
  readonly model: DocId;
  /** 指向对方的字段 */
  readonly key: FieldName;
  /** 哪些行 */
  readonly where: Readonly<Record<string, Json>>;
  /** 为假时不取；row 是对方，item 是取到的行 */
  readonly take?: Expr;
  /** 合计哪个字段 */
  readonly amount: FieldName;
  /** 每笔写一行明细；item 是取到的行，made 是生成的行 */
  readonly line: GenerateLine;
  /** 取到的行同时改成这样，不会再次取到；made 是生成的行 */
  readonly mark: Readonly<Record<string, Json>>;
};

export type GenerateLine = {
  /** 明细的模型 */
  readonly model: DocId;
  /** 指向生成的行的字段 */
  readonly foreignKey: FieldName;
  /** 字段 → 值，可以是表达式 */
  readonly values: Readonly<Record<string, Json>>;
};

export type PostRows = {
  /** 行的模型 */
  readonly model: DocId;
  /** 找哪些行 */
  readonly where: Readonly<Record<string, Json>>;
  /** 还须满足的条件；值为空的条件不算 */
  readonly filter?: readonly (RowFilter)[];
};

export type RowFilter = {
  /** 哪个字段 */
  readonly field: FieldName;
  /** 怎样比较；in 的值用逗号分隔，多值字段有其中之一 */
  readonly op: "eq" | "ne" | "gt" | "ge" | "lt" | "le" | "in";
  /** 与什么比较，可以是表达式 */
  readonly value: Json;
};

export type TransitionRead = {
  /** 读哪个模型 */
  readonly model: DocId;
  /** 找哪些行 */
  readonly where: Readonly<Record<string, Json>>;
  /** 还须满足的条件；值为空的条件不算 */
  readonly filter?: readonly (RowFilter)[];
  /** 只要这些行；item 是其中一行 */
  readonly test?: Expr;
  /** 几行时取这个字段最大的一行；缺省取第一行 */
  readonly highest?: FieldName;
  /** true：全部的行，成为列表；缺省：一行，没有时为空 */
  readonly all?: boolean;
  /** 锁住读到的行，到这次操作结束：由它算出的值不会被同时的操作改错 */
  readonly lock?: boolean;
  /** 名称 */
  readonly as: Key;
};

export type Post = 
  | {
      /** 读哪个模型 */
      readonly model: DocId;
      /** 找哪些行 */
      readonly where: Readonly<Record<string, Json>>;
      /** 还须满足的条件；值为空的条件不算 */
      readonly filter?: readonly (RowFilter)[];
      /** 只要这些行；item 是其中一行 */
      readonly test?: Expr;
      /** 几行时取这个字段最大的一行；缺省取第一行 */
      readonly highest?: FieldName;
      /** true：全部的行，成为列表；缺省：一行，没有时为空 */
      readonly all?: boolean;
      /** 锁住读到的行，到这次操作结束：由它算出的值不会被同时的操作改错 */
      readonly lock?: boolean;
      /** 为假时不读 */
      readonly when?: Expr;
      /** 读到的行的名称，后面各项的表达式以此读它；没有这样的行时为空 */
      readonly as: Key;
      /** 执行的条件 */
      readonly guards?: readonly ({
        /** 为假时拒绝 */
        readonly expr: Expr;
        /** 消息显示在弹窗的哪个字段旁 */
        readonly field?: FieldName;
        /** 拒绝时说什么 */
        readonly message: Text;
      })[];
      readonly type: "find";
    }
  | {
      /** 写哪个模型 */
      readonly model: DocId;
      /** 为假时不写 */
      readonly when?: Expr;
      /** 已有这样的行就不写 */
      readonly unless?: Readonly<Record<string, Json>>;
      /** 每行一次，item 为该行：关系名，或另一个模型中的行 */
      readonly forEach?: FieldName | PostRows;
      /** 写下的行（几行时最后一行）的名称，后面各项的表达式以此读它 */
      readonly as?: Key;
      /** 执行的行的字段 → 写下的行的字段：写下后取它的值，与执行的行一起保存；没有写下时字段不变。这样的项先于该行保存，只用于转换 */
      readonly into?: Readonly<Record<string, FieldName>>;
      /** 字段 → 值，可以是表达式 */
      readonly values: Readonly<Record<string, Json>>;
      readonly type: "insert";
    }
  | {
      /** 写哪个模型 */
      readonly model: DocId;
      /** 为假时不写 */
      readonly when?: Expr;
      /** 每行一次，item 为该行：关系名，或另一个模型中的行 */
      readonly forEach?: FieldName | PostRows;
      /** 找哪些行 */
      readonly where: Readonly<Record<string, Json>>;
      /** 写下的行（几行时最后一行）的名称，后面各项的表达式以此读它 */
      readonly as?: Key;
      /** 字段 → 值，可以是表达式 */
      readonly values: Readonly<Record<string, Json>>;
      readonly type: "update";
    }
  | {
      /** 删哪个模型的行 */
      readonly model: DocId;
      /** 为假时不写 */
      readonly when?: Expr;
      /** 找哪些行 */
      readonly where: Readonly<Record<string, Json>>;
      /** 还须满足的条件；值为空的条件不算 */
      readonly filter?: readonly (RowFilter)[];
      readonly type: "delete";
    }
  | {
      /** 写哪个模型 */
      readonly model: DocId;
      /** 为假时不写 */
      readonly when?: Expr;
      /** 每行一次，item 为该行：关系名，或另一个模型中的行 */
      readonly forEach?: FieldName | PostRows;
      /** 找哪些行 */
      readonly where: Readonly<Record<string, Json>>;
      /** 加减哪个字段 */
      readonly field: FieldName;
      /** 加多少，负数为减 */
      readonly by: Expr;
      /** 结果不得低于此值，否则拒绝 */
      readonly min?: number;
      readonly type: "increment";
    };

export type Transition = {
  /** 按钮的名称 */
  readonly title: Text;
  /** 图标名 */
  readonly icon?: Text;
  /** 在哪些状态可以执行 */
  readonly from: readonly (string)[];
  /** 之后的状态；缺省：不变 */
  readonly to?: string;
  /** 到这个字段的时间，由定时任务“到期处理”执行；守卫照查，不问字段 */
  readonly due?: FieldName;
  /** 缺省 前缀:键 */
  readonly permission?: Permission;
  /** 先读的行；guards、set、post 的表达式以名称读它 */
  readonly read?: readonly (TransitionRead)[];
  /** 执行的条件；只读本行字段的，在按下之前就使按钮不可用 */
  readonly guards?: readonly ({
    /** 为假时拒绝 */
    readonly expr: Expr;
    /** 消息显示在弹窗的哪个字段旁 */
    readonly field?: FieldName;
    /** 拒绝时说什么 */
    readonly message: Text;
  })[];
  /** 执行前的确认 */
  readonly confirm?: Template;
  /** 也可对选中的多行 */
  readonly batch?: boolean;
  /** 弹窗询问的字段：本模型的字段，或带 type 的临时字段 */
  readonly ask?: Readonly<Record<string, Field | {
    /** 缺省：字段的名称 */
    readonly title?: Text;
    /** 必填 */
    readonly required?: boolean;
    /** 先填好的值 */
    readonly default?: Json;
    /** 校验规则 */
    readonly rules?: readonly (Rule)[];
    readonly widget?: Editor;
  }>>;
  /** 同时写入的字段 */
  readonly set?: Readonly<Record<string, Json>>;
  /** 同一事务中写其他模型 */
  readonly post?: readonly (Post)[];
};

export type States = {
  /** 存状态的字段 */
  readonly field: FieldName;
  /** 哪些状态显示编辑 */
  readonly edit?: readonly (string)[];
  /** 状态之外锁定的字段；值未变的写入照收 */
  readonly locks?: readonly ({
    /** 在这些状态不锁 */
    readonly unless: readonly (string)[];
    /** 锁哪些字段；缺省：全部 */
    readonly fields?: readonly (FieldName)[];
    /** 不锁的字段 */
    readonly except?: readonly (FieldName)[];
  })[];
  /** 哪些状态可以删除 */
  readonly delete?: readonly (string)[];
  /** 键 → 转换 */
  readonly transitions: Readonly<Record<string, Transition>>;
};

export type Generator = 
  | {
      /** 值 → 权重 */
      readonly values: Readonly<Record<string, Weight>>;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "weights";
    }
  | {
      /** 从 */
      readonly min: number;
      /** 到 */
      readonly max: number;
      /** 小数位 */
      readonly scale?: number;
      /** 乘以这个值 */
      readonly times?: string;
      /** 只取它的倍数 */
      readonly step?: number;
      /** 对数正态分布的中位数；缺省均匀 */
      readonly median?: number;
      /** 对数正态分布的 σ；缺省 0.6 */
      readonly sigma?: number;
      /** 小数部分只取这些，例如 0、0.8、0.9 */
      readonly endings?: readonly (number)[];
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "range";
    }
  | {
      /** 相对首次启动（-180d）或字段的值（createTime+3h）；几个时取最晚 */
      readonly from: string | readonly (string)[];
      /** 同上；几个时取最早；以字段为准的不晚于首次启动，除非 future */
      readonly to: string | readonly (string)[];
      /** 以字段为准的可以晚于首次启动，例如到期日 */
      readonly future?: boolean;
      /** 最常见的时间 */
      readonly peak?: string;
      /** 每年的增长，0.25 = 四分之一 */
      readonly growth?: number;
      /** 各月的权重 */
      readonly months?: readonly (number)[];
      /** 周一至周日的权重 */
      readonly weekdays?: readonly (number)[];
      /** 各小时的权重 */
      readonly hours?: readonly (number)[];
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "dates";
    }
  | {
      /** 均匀、对数正态、按名次、伽马（多数行很少） */
      readonly skew?: "even" | "few-many" | "zipf" | "gamma";
      /** 目标行的时间：越早的行越常被引用（按时长的平方根） */
      readonly since?: FieldName;
      /** 从不被引用的目标行的比例 */
      readonly unused?: number;
      /** 同一模型内：一行最多被引用几次 */
      readonly max?: number;
      /** 同一模型内：最多几层 */
      readonly depth?: number;
      /** 目标字段 → 值，或几个值 */
      readonly where?: Readonly<Record<string, string | number | boolean | readonly (unknown)[]>>;
      /** 目标字段 → 本行的路径，或算出来的值（{{ }}，row、master、now）：值相同的行；空 = 目标字段为空 */
      readonly match?: Readonly<Record<string, string>>;
      /** 一部分行偏爱某些目标 */
      readonly near?: readonly ({
        /** 比例 */
        readonly share: number;
        /** 目标字段 → 本行的路径，或算出来的值（{{ }}，row、master、now）：值相同的行；空 = 目标字段为空 */
        readonly match: Readonly<Record<string, string>>;
      })[];
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "reference";
    }
  | {
      /** 从中取一个 */
      readonly values: readonly (string)[];
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "pick";
    }
  | {
      /** 例如 D{yyyyMMdd}{000001}；{A00} 为 A01…A99、B01…；{字段} 为值 */
      readonly pattern: string;
      /** 每个值各自编号 */
      readonly per?: string;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "sequence";
    }
  | {
      /** 像什么 */
      readonly kind: "realname" | "mobile" | "idCard" | "bankCard" | "email" | "company" | "creditCode" | "address" | "area" | "username" | "sentence";
      /** 身份证号里的生日 */
      readonly birthday?: string;
      /** 姓名、身份证号里的性别 */
      readonly sex?: string;
      /** 身份证号、信用代码里的地区 */
      readonly area?: string;
      /** 地区在这个市，例如 330100 */
      readonly city?: string;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "like";
    }
  | {
      /** 经过引用的路径，例如 storeId.companyId */
      readonly from: string;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "copy";
    }
  | {
      /** 固定的值或表达式 */
      readonly value: Json;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "value";
    }
  | {
      /** 文字或生成的值 */
      readonly parts: readonly (string | Generator)[];
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "join";
    }
  | {
      /** 看哪个值 */
      readonly field: string;
      /** 值 → 怎样造 */
      readonly cases: Readonly<Record<string, Generator>>;
      /** 其余 */
      readonly else?: Generator;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "by";
    }
  | {
      /** 看哪个时间 */
      readonly field: string;
      /** 第一个够用的为准 */
      readonly steps: readonly ({
        /** 距首次启动不到几天 */
        readonly below?: number;
        /** 怎样造 */
        readonly then: Generator;
      })[];
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "age";
    }
  | {
      /** 有门槛的行 */
      readonly model: DocId;
      /** 门槛 */
      readonly threshold: FieldName;
      /** 本行的哪个值 */
      readonly value?: FieldName;
      /** 同一主人更早各行之和 */
      readonly total?: {
        /** 加哪个字段 */
        readonly field: FieldName;
        /** 谁的 */
        readonly per: FieldName;
        readonly where?: Expr;
      };
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "tier";
    }
  | {
      /** 谁的：此值相同的行为一组 */
      readonly per: FieldName;
      /** before 是这一组的上一行，第一行时没有；row、master、now */
      readonly value: Expr;
      /** 只有为真的行才算上一行 */
      readonly where?: Expr;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "previous";
    }
  | {
      /** 值是 drawings 的键 */
      readonly of: string;
      /** 几种画法；缺省 24 */
      readonly variants?: number;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "drawing";
    }
  | {
      /** 哪个模型 */
      readonly model: DocId;
      /** 那一行的字段；路径从本行起 */
      readonly values: Readonly<Record<string, Generator>>;
      /** 取那一行的哪个字段 */
      readonly take: FieldName;
      /** 留空的比例 */
      readonly blank?: number;
      /** 为假时留空；row、master、now */
      readonly when?: Expr;
      readonly type: "row";
    };

export type SampleTargetRow = {
  /** 多大比例有这一行 */
  readonly share?: number;
  /** 这段时间里每天或每月一行 */
  readonly every?: {
    /** 每天、每月 */
    readonly unit: "day" | "month";
    /** 写在哪个字段：这一天，或这一月的第一天 */
    readonly field: FieldName;
    /** 从首次启动起几天（月），之前为负 */
    readonly from: number;
    /** 到几天（月） */
    readonly to: number;
    /** 每隔几天（月） */
    readonly step?: number;
  };
  /** 为假时不要这一行；row、master（目标行）、now */
  readonly keep?: Expr;
  /** 这一行的字段；master 是目标行 */
  readonly fields?: Readonly<Record<string, Generator>>;
};

export type SampleEach = {
  /** 目标行的模型，本行不引用它 */
  readonly model: DocId;
  /** 目标字段 → 值，或几个值 */
  readonly where?: Readonly<Record<string, string | number | boolean | readonly (unknown)[]>>;
  /** 从目标行起的路径 → 它至少多大 */
  readonly min?: Readonly<Record<string, number>>;
  /** 多大比例的目标行 */
  readonly share?: number;
  /** 目标行各有哪些行 */
  readonly rows: readonly (SampleTargetRow)[];
  /** where、min、share 没有选中的目标行各有哪些行 */
  readonly else?: readonly (SampleTargetRow)[];
} | {
  /** 引用字段，它引用目标行 */
  readonly field: FieldName;
  /** 目标字段 → 值，或几个值 */
  readonly where?: Readonly<Record<string, string | number | boolean | readonly (unknown)[]>>;
  /** 从目标行起的路径 → 它至少多大 */
  readonly min?: Readonly<Record<string, number>>;
  /** 多大比例的目标行 */
  readonly share?: number;
  /** 目标行各有哪些行 */
  readonly rows: readonly (SampleTargetRow)[];
  /** where、min、share 没有选中的目标行各有哪些行 */
  readonly else?: readonly (SampleTargetRow)[];
};

export type Drawing = {
  /** 宽度，像素；缺省 600 */
  readonly width?: number;
  /** 高度，像素；缺省 400 */
  readonly height?: number;
  /** 底色，从一种过渡到另一种 */
  readonly colors: readonly (string)[];
  /** 线条，SVG 路径，画在 24 × 24 的方格里 */
  readonly shapes: readonly (string)[];
};

export type Sample = {
  /** 名称 → drawing 用的图样 */
  readonly drawings?: Readonly<Record<string, Drawing>>;
  /** 造多少行 */
  readonly count?: number;
  /** SEED_SCALE=large 时多少行 */
  readonly large?: number;
  /** 不按总数，而是为每个目标行各造几行；写几项就依次造 */
  readonly each?: readonly (SampleEach)[] | SampleEach;
  /** 特别的行 */
  readonly cases?: readonly ({
    /** 多少行，在总数之内 */
    readonly count: number;
    /** 不同的字段 */
    readonly fields: Readonly<Record<string, Generator>>;
  })[];
  /** 在这些模型之后造；引用的模型不必写 */
  readonly after?: readonly (DocId)[];
  /** 字段 → 怎样造；其余按填值、抄写、计算、缺省值 */
  readonly fields?: Readonly<Record<string, Generator>>;
  /** 关系 → 子行数 */
  readonly relations?: Readonly<Record<string, {
    /** 子行数 → 权重 */
    readonly weights: Readonly<Record<string, Weight>>;
    /** 为假时没有子行；row、now */
    readonly when?: Expr;
  }>>;
  /** 所有行和汇总完成之后再定的字段 */
  readonly finish?: Readonly<Record<string, Generator>>;
  /** 所有行和汇总完成之后，为假的行不要；row、now */
  readonly keep?: Expr;
};

/** 怎样显示 */
export type Cell = 
  | {
      readonly type: "area";
    }
  | {
      /** 语言；缺省 plaintext */
      readonly language?: "css" | "javascript" | "html" | "java" | "objective-c" | "python" | "r" | "shell" | "sql" | "swift" | "vue" | "markdown" | "json" | "plaintext";
      readonly type: "code";
    }
  | {
      readonly type: "cron";
    }
  | {
      /** dayjs 格式；缺省 YYYY-MM-DD */
      readonly format?: Text;
      readonly type: "date";
    }
  | {
      /** dayjs 格式；缺省 YYYY-MM-DD HH:mm:ss */
      readonly format?: Text;
      readonly type: "datetime";
    }
  | {
      readonly type: "depart";
    }
  | {
      /** 字典值 → 颜色；缺省用字典项的颜色 */
      readonly colors?: Readonly<Record<string, "default" | "processing" | "success" | "warning" | "error">>;
      readonly type: "dict-tag";
    }
  | {
      readonly type: "dict";
    }
  | {
      /** 显示几个字；缺省 25 */
      readonly length?: number;
      readonly type: "ellipsis";
    }
  | {
      readonly type: "file";
    }
  | {
      readonly type: "html";
    }
  | {
      readonly type: "icon";
    }
  | {
      readonly type: "image";
    }
  | {
      /** 点击后执行的动作 */
      readonly do: Actions;
      readonly type: "link";
    }
  | {
      readonly type: "markdown";
    }
  | {
      /** 开头保留几个字符；缺省 3 */
      readonly keepStart?: number;
      /** 结尾保留几个字符；缺省 4 */
      readonly keepEnd?: number;
      readonly type: "mask";
    }
  | {
      /** 货币符号；缺省不写 */
      readonly currency?: Text;
      readonly type: "money";
    }
  | {
      /** 小数位；缺省按字段 */
      readonly scale?: number;
      /** 写在数字后面的单位 */
      readonly unit?: Text;
      readonly type: "number";
    }
  | {
      /** 小数位；缺省 2 */
      readonly scale?: number;
      readonly type: "percent";
    }
  | {
      readonly type: "progress";
    }
  | {
      /** [开, 关] 的线上值；缺省 Y、N */
      readonly values?: Pair;
      readonly type: "switch";
    }
  | {
      readonly type: "tags";
    }
  | {
      readonly type: "text";
    }
  | {
      readonly type: "user";
    };

/** 用什么控件编辑 */
export type Editor = 
  | {
      /** 级联还是三个下拉；缺省 cascader */
      readonly as?: "cascader" | "select";
      readonly type: "area";
    }
  | {
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 分类编码，只显示它的下级 */
      readonly root?: Text;
      /** 把所选分类的名称写进这个字段 */
      readonly back?: FieldName;
      /** JSON 字符串，相等的条件 */
      readonly condition?: Text;
      readonly type: "category-select";
    }
  | {
      /** [勾选, 未勾选] 的线上值；缺省 Y、N */
      readonly values?: Pair;
      readonly type: "checkbox";
    }
  | {
      /** 语言；缺省 plaintext，JSON 字段总是 json */
      readonly language?: "css" | "javascript" | "html" | "java" | "objective-c" | "python" | "r" | "shell" | "sql" | "swift" | "vue" | "markdown" | "json" | "plaintext";
      /** 高度，像素；缺省 240 */
      readonly height?: number;
      /** JSON 须符合什么：编辑时标出、提示，保存时由服务器检查 */
      readonly schema?: JsonSchema;
      /** 没有值时的提示；缺省“请在此输入{语言}代码” */
      readonly placeholder?: Text;
      readonly type: "code-editor";
    }
  | {
      /** 显示秒；缺省显示 */
      readonly seconds?: boolean;
      /** 显示年；缺省显示 */
      readonly year?: boolean;
      readonly type: "cron";
    }
  | {
      /** 显示格式；线上格式不变 */
      readonly format?: Text;
      readonly type: "date";
    }
  | {
      /** 显示格式；线上格式不变 */
      readonly format?: Text;
      readonly type: "datetime";
    }
  | {
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 存标识还是部门编码；缺省 id */
      readonly store?: "id" | "orgCode";
      /** 打开时展开第一层 */
      readonly rootOpened?: boolean;
      readonly type: "depart-picker";
    }
  | {
      /** 每条有哪些值 */
      readonly columns: readonly ({
        /** JSON 中的键 */
        readonly key: Text;
        /** 名称 */
        readonly title: Text;
        /** 宽度，像素；缺省占余下的地方 */
        readonly width?: Width;
        /** JSON 中的样子：text 文字（缺省）；list 文字的数组，逗号分隔；pairs {key, value} 的数组，每行一个 键=值 */
        readonly form?: "text" | "list" | "pairs";
        /** 只能选其中的值 */
        readonly options?: readonly ({
          /** 值 */
          readonly value: Text;
          /** 文字 */
          readonly title: Text;
          /** 选中后，下一列为空时填入 */
          readonly start?: string;
        })[];
        /** 为空时的提示 */
        readonly tip?: Text;
      })[];
      readonly type: "entries";
    }
  | {
      /** 上传用途，也是存放的目录；缺省 temp */
      readonly biz?: UploadUse;
      /** 最多几个；缺省不限 */
      readonly count?: number;
      /** paths 存逗号分隔的路径；files 存 [{fileName, filePath, fileSize}]，字段类型为 json */
      readonly store?: "paths" | "files";
      readonly type: "file-upload";
    }
  | {
      /** 上传用途，也是存放的目录；缺省 temp */
      readonly biz?: UploadUse;
      /** 接收文件的接口；缺省 /sys/common/upload */
      readonly action?: Url;
      /** 回应中文件路径的键；缺省 message */
      readonly responseName?: Text;
      /** 带上登录令牌；缺省带 */
      readonly token?: boolean;
      /** 可以下载；缺省可以 */
      readonly download?: boolean;
      /** 可以移除；缺省可以 */
      readonly remove?: boolean;
      readonly type: "file";
    }
  | {
      readonly type: "icon";
    }
  | {
      /** 上传用途，也是存放的目录；缺省 temp */
      readonly biz?: UploadUse;
      /** 最多几张；缺省 1 */
      readonly count?: number;
      readonly type: "image-upload";
    }
  | {
      /** 上传用途，也是存放的目录；缺省 temp */
      readonly biz?: UploadUse;
      /** 接收文件的接口；缺省 /sys/common/upload */
      readonly action?: Url;
      /** 回应中文件路径的键；缺省 message */
      readonly responseName?: Text;
      /** 带上登录令牌；缺省带 */
      readonly token?: boolean;
      /** 最多几张 */
      readonly count?: number;
      readonly type: "image";
    }
  | {
      /** 没有值时的提示 */
      readonly placeholder?: Text;
      /** 小窗的宽度，像素；缺省 200 */
      readonly width?: number;
      /** 小窗的高度，像素；缺省 150 */
      readonly height?: number;
      readonly type: "input-pop";
    }
  | {
      /** 没有值时的提示 */
      readonly placeholder?: Text;
      readonly type: "input";
    }
  | {
      /** 高度，像素；缺省 300，最小 200 */
      readonly height?: number;
      readonly type: "markdown";
    }
  | {
      readonly type: "month";
    }
  | {
      /** 没有值时的提示 */
      readonly placeholder?: Text;
      readonly type: "multi-select";
    }
  | {
      /** 小数位；缺省按字段 */
      readonly scale?: number;
      /** 按一次增减多少 */
      readonly step?: number;
      /** 写在输入框后面的单位 */
      readonly unit?: Text;
      readonly type: "number";
    }
  | {
      readonly type: "password";
    }
  | {
      /** 在线报表的编码 */
      readonly code: Text;
      /** 报表列 → 本表字段，不能为空 */
      readonly map: Readonly<Record<string, FieldName>>;
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 报表参数 */
      readonly params?: Readonly<Record<string, Json>>;
      readonly type: "popup";
    }
  | {
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      readonly type: "position-picker";
    }
  | {
      readonly type: "progress";
    }
  | {
      /** 画成按钮 */
      readonly button?: boolean;
      readonly type: "radio";
    }
  | {
      /** 选什么的范围；缺省按字段类型 */
      readonly of?: "date" | "datetime" | "time" | "month";
      readonly type: "range";
    }
  | {
      /** 被选的模型 */
      readonly model: DocId;
      /** 被选模型的字段 → 本表字段 */
      readonly map?: Readonly<Record<string, FieldName>>;
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 弹窗里显示的列 */
      readonly columns?: readonly (FieldName)[];
      /** 固定的条件 */
      readonly where?: Readonly<Record<string, Json>>;
      readonly type: "record-picker";
    }
  | {
      /** 高度，像素；缺省 300 */
      readonly height?: number;
      readonly type: "rich-text";
    }
  | {
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      readonly type: "role-picker";
    }
  | {
      /** 没有值时的提示 */
      readonly placeholder?: Text;
      /** 一次取几项；缺省 10 */
      readonly pageSize?: number;
      /** 只列出这些行，值可以是表达式；写成列表是其中之一，null 是没有值的行 */
      readonly where?: Readonly<Record<string, Json>>;
      readonly type: "search-select";
    }
  | {
      /** 没有值时的提示 */
      readonly placeholder?: Text;
      readonly type: "select";
    }
  | {
      /** 解析：POST {sql, dbKey}，回答 fields 和 params */
      readonly parse?: Endpoint;
      /** 可读的表和字段：GET ?dbKey= */
      readonly catalogue?: Endpoint;
      /** 数据源所在的字段 */
      readonly dbKey?: FieldName;
      /** 字段写进哪个子表 */
      readonly fields?: Text;
      /** 参数写进哪个子表 */
      readonly params?: Text;
      /** 高度，像素 */
      readonly height?: number;
      readonly type: "sql";
    }
  | {
      /** GET 接口，返回 [{value, text}] */
      readonly url: Text;
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 随请求发送的表单字段 */
      readonly params?: readonly (FieldName)[];
      readonly type: "suggest";
    }
  | {
      /** [开, 关] 的线上值；缺省 Y、N */
      readonly values?: Pair;
      readonly type: "switch";
    }
  | {
      /** 每几个字自动分开，例如 2 */
      readonly every?: number;
      readonly type: "tags";
    }
  | {
      /** 行数；缺省 3 */
      readonly rows?: number;
      /** 没有值时的提示 */
      readonly placeholder?: Text;
      readonly type: "textarea";
    }
  | {
      readonly type: "time";
    }
  | {
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 从哪个节点开始；缺省整棵树 */
      readonly root?: Text;
      /** 表字典 `table,text,code`；缺省字段的字典 */
      readonly dict?: Text;
      /** 上级的字段；缺省模型树关系的 */
      readonly pidField?: Text;
      /** 有没有下级的字段；缺省模型树关系的 */
      readonly hasChildField?: Text;
      /** JSON 字符串，相等的条件 */
      readonly condition?: Text;
      readonly type: "tree-select";
    }
  | {
      /** 可以选多个，存为逗号分隔 */
      readonly multiple?: boolean;
      /** 存账号还是标识；缺省 username */
      readonly store?: "username" | "id";
      readonly type: "user-picker";
    };

export type Action = 
  | {
      /** 已注册的函数名：account.link、dictionaries.refresh、notices.show、session.begin、session.viewAs */
      readonly handler: Text;
      /** 参数 */
      readonly args?: Readonly<Record<string, Json>>;
      readonly type: "call";
    }
  | {
      readonly type: "close";
    }
  | {
      /** 问题 */
      readonly text: Template;
      /** 问题下面的说明 */
      readonly content?: Template;
      /** 只显示这一次的文字，带复制按钮；对话框只有确认，不能取消 */
      readonly secret?: Template;
      readonly type: "confirm";
    }
  | {
      /** 复制的文字 */
      readonly text: Template;
      readonly type: "copy";
    }
  | {
      /** 接口路径，不带 /api */
      readonly url: Url;
      /** 地址里的参数 */
      readonly params?: Readonly<Record<string, Json>>;
      /** 保存的文件名 */
      readonly fileName?: Template;
      readonly type: "download";
    }
  | {
      /** 条件 */
      readonly test: Expr;
      /** 成立时 */
      readonly then: Actions;
      /** 不成立时 */
      readonly else?: Actions;
      readonly type: "if";
    }
  | {
      /** 缺省 success */
      readonly level?: "success" | "info" | "warning" | "error";
      /** 提示的文字 */
      readonly text: Template;
      readonly type: "message";
    }
  | {
      /** 控制台的地址或 http(s) 网址，其中可以有 {{ 表达式 }} */
      readonly to: string;
      /** 地址里的参数 */
      readonly query?: Readonly<Record<string, Json>>;
      readonly type: "navigate";
    }
  | {
      /** 本页 views 的键 */
      readonly view?: Text;
      /** 另一个页面 */
      readonly screen?: DocId;
      /** 交给页面的参数 */
      readonly params?: Readonly<Record<string, Json>>;
      readonly type: "open";
    }
  | {
      readonly type: "print";
    }
  | {
      readonly type: "reload";
    }
  | {
      /** 请求方法 */
      readonly method: "GET" | "POST" | "PUT" | "DELETE";
      /** 接口路径，不带 /api */
      readonly url: Url;
      /** 地址里的参数 */
      readonly params?: Readonly<Record<string, Json>>;
      /** 请求体 */
      readonly data?: Readonly<Record<string, Json>>;
      readonly type: "request";
    }
  | {
      /** 查询项 → 值 */
      readonly values: Readonly<Record<string, Json>>;
      readonly type: "setQuery";
    }
  | {
      /** 写哪个字段 */
      readonly field: FieldName;
      /** 值，可以是表达式 */
      readonly value: Json;
      readonly type: "setValue";
    }
  | {
      readonly type: "submit";
    }
  | {
      /** 模型 states 中的转换 */
      readonly transition: Text;
      /** 对哪些行；缺省：当前行 */
      readonly ids?: Expr;
      readonly type: "transition";
    }
  | {
      /** 上传用途，也是存放的目录；缺省 upload */
      readonly biz?: UploadUse;
      /** 选择时显示哪些文件，例如 image/* */
      readonly accept?: Text;
      /** 可以选几个 */
      readonly multiple?: boolean;
      readonly type: "upload";
    };

/** 依次执行，失败则停 */
export type Actions = readonly (Action)[];

/** 模型文档 */
export type ModelDocument = {
  /** 元模式的相对路径；编辑器据此补全和检查 */
  readonly $schema?: string;
  /** 语言的版本，不是文档的版本 */
  readonly schemaVersion: 1;
  /** 文档标识 = schemas/ 下的路径，不带后缀 */
  readonly id: DocId;
  /** 名称 */
  readonly title: Text;
  /** 给维护的人看的说明 */
  readonly description?: Text;
  /** 表名 */
  readonly table: Column;
  /** 本模型是那个模型的另一种看法：同一张表，只读；字段以 column 指向那里的列 */
  readonly of?: DocId;
  /** 接口根路径 */
  readonly base: Url;
  readonly permissionPrefix: PermissionPrefix;
  /** false：没有新增、编辑、删除、导入 */
  readonly writable?: boolean;
  /** 代表一行的字段；缺省第一个字段 */
  readonly titleField?: FieldName;
  /** 有行不让本行删除时（onDelete: restrict）说的话；缺省为“存在…，不能删除” */
  readonly restrictMessage?: Text;
  /** 写入成功时接口回答的话 */
  readonly messages?: {
    /** 新增之后；缺省为“添加成功！” */
    readonly add?: Text;
    /** 编辑之后；缺省为“编辑成功!” */
    readonly edit?: Text;
    /** 删除一行之后；缺省为“删除成功!” */
    readonly delete?: Text;
    /** 批量删除之后；缺省为“批量删除成功！” */
    readonly deleteBatch?: Text;
  };
  /** 别的模型引用本模型的行时，怎样查找、怎样显示；用于所有引用控件 */
  readonly reference?: {
    /** 除显示的文字外，还按这些字段的一部分查找，例如编号、手机号 */
    readonly search?: readonly (FieldName)[];
    /** 每一项第二行显示的字段，使同名的行分得清 */
    readonly subtitle?: readonly (FieldName)[];
  };
  /** 字段名 → 字段 */
  readonly fields: Fields;
  /** 不存在本表的字段：表单填写，由钩子读写 */
  readonly extra?: Fields;
  /** 关系名 → 关系 */
  readonly relations?: Readonly<Record<string, Relation>>;
  /** 多个字段的索引 */
  readonly indexes?: readonly ({
    /** 按此顺序 */
    readonly fields: readonly (FieldName)[];
    /** 租户内唯一 */
    readonly unique?: boolean;
    /** 重复时的消息 */
    readonly message?: Text;
  })[];
  /** 缺省 createTime desc */
  readonly sort?: readonly (SortKey)[];
  /** 行属于谁；角色再以数据规则收窄 */
  readonly scope?: {
    /** 按部门隔离。true：sysOrgCode 取自会话；字段名：取自该引用的行，或该字段存的部门编码 */
    readonly depart?: FieldName | boolean;
    /** 按租户隔离；缺省 true：行属于建它的租户。false：整个平台共用，各租户可读，只在默认租户中修改 */
    readonly tenant?: boolean | {
      /** 行属于该字段（逗号列表）中的每个租户；为空则属于默认租户 */
      readonly field?: FieldName;
      /** 行属于被引用的行所属的租户；写多个时，每个被引用的行都须属于该租户 */
      readonly through?: readonly ({
        /** 引用字段，存对方的 id */
        readonly field: FieldName;
        /** 被引用的模型 */
        readonly model: DocId;
      })[] | {
        /** 引用字段，存对方的 id */
        readonly field: FieldName;
        /** 被引用的模型 */
        readonly model: DocId;
      };
      /** 默认租户的行各租户可读 */
      readonly shared?: boolean;
      /** 默认租户的管理员可以看到、修改各租户的行 */
      readonly supervised?: boolean;
    };
    /** 按所有者隔离：true = createBy，或用户字段名 */
    readonly owner?: FieldName | boolean;
    /** 行讲的是别的模型的行：看得到那一行的人才看得到 */
    readonly about?: {
      /** 存表名的字段 */
      readonly table: FieldName;
      /** 存行 id 的字段 */
      readonly id: FieldName;
    };
  };
  /** 状态机：锁定、转换 */
  readonly states?: States;
  /** 键 → 由其他行批量生成本模型的行，先预览，再在一个事务里写入 */
  readonly generate?: Readonly<Record<string, Generation>>;
  /** 新增一行时，同一事务中写其他模型；导入和其他行的写入也算 */
  readonly onAdd?: readonly (Post)[];
  /** 跨字段的规则 */
  readonly rules?: readonly (FormRule)[];
  /** 跨行的规则，由服务器在整个操作结束时检查 */
  readonly groupRules?: readonly (GroupRule)[];
  /** 每次改动记数据日志；缺省 true */
  readonly log?: boolean;
  /** 详情里显示改动记录：谁在何时改了什么；取自数据日志 */
  readonly timeline?: boolean;
  /** 详情里可以写评论，看得到这行的人都看得到 */
  readonly comments?: boolean;
  /** 更早的行由每天的任务“清理日志”删去，不进回收站，不记数据日志；别的行不能指向它们 */
  readonly keep?: {
    /** 从这个日期或时间算起；有索引 */
    readonly field: FieldName;
    /** 保留的天数 */
    readonly days: number;
  };
  /** 演示数据怎样造 */
  readonly sample?: Sample;
};

/** 生成菜单行；带权限的按钮生成按钮行 */
export type Menu = {
  /** 上级菜单的标识；缺省为顶层 */
  readonly parent?: string;
  /** 缺省：页面的名称 */
  readonly title?: Text;
  /** 图标名 */
  readonly icon?: Text;
  /** 同级中的次序，从小到大 */
  readonly sort: number;
  /** 控制台的地址 */
  readonly path: string;
  /** 不显示在菜单里 */
  readonly hidden?: boolean;
  /** 切换页签时保留 */
  readonly keepAlive?: boolean;
  /** 有任何菜单的人都能打开，不需要授权 */
  readonly everyone?: boolean;
};

export type Access = {
  /** 看到哪些行：all 全部（缺省），own 自己建的，depart 本部门的，departs 本部门及下级的；或一条数据规则 */
  readonly see?: "all" | "own" | "depart" | "departs" | {
    /** 数据规则的名称 */
    readonly title: Text;
    /** 字段 */
    readonly field: FieldName;
    /** 条件规则，例如 =、IN、RIGHT_LIKE */
    readonly op: Text;
    /** 值，可以写系统变量，例如 #{sys_org_code} */
    readonly value: Text;
  };
  /** 能按的按钮：add、edit、delete、export 等权限的末段，或完整的编码；* 是全部。缺省只能看 */
  readonly do?: readonly (string)[];
};

/** 数据从哪里来 */
export type Source = 
  | {
      /** 哪个模型 */
      readonly model: DocId;
      /** 固定的条件，值可以是表达式 */
      readonly where?: Readonly<Record<string, Json>>;
      /** 按哪个字段排序 */
      readonly sort?: SortKey;
      /** 最多几行 */
      readonly limit?: number;
      readonly type: "model";
    }
  | {
      /** 哪个模型 */
      readonly model: DocId;
      /** 固定的条件，值可以是表达式 */
      readonly where?: Readonly<Record<string, Json>>;
      /** 按哪些字段分组；日期可以按天、月、年 */
      readonly groupBy?: readonly (FieldName | {
        /** 日期或时间字段 */
        readonly field: FieldName;
        /** 按天、按月还是按年；缺省 day */
        readonly by?: "day" | "month" | "year";
      })[];
      /** 结果的列 → 汇总 */
      readonly measures: Readonly<Record<string, {
        /** 怎样汇总 */
        readonly op: "sum" | "count" | "max" | "min" | "avg";
        /** 哪个字段；count 可以不写 */
        readonly field?: FieldName;
        /** 列名和图例；缺省为字段的名称，没有字段时为模型的名称加“数” */
        readonly title?: Text;
      }>>;
      /** 最多几行 */
      readonly limit?: number;
      readonly type: "aggregate";
    }
  | {
      /** 在线表单的表名 */
      readonly code: Text;
      readonly type: "cgform";
    }
  | {
      /** 在线报表的编码 */
      readonly code: Text;
      /** 参数，值可以是表达式 */
      readonly params?: Readonly<Record<string, Json>>;
      /** 最多几行 */
      readonly limit?: number;
      /** 运行未发布的定义；须有设计权限 */
      readonly draft?: boolean;
      readonly type: "cgreport";
    }
  | {
      /** 写在文档里的行 */
      readonly rows: readonly (Readonly<Record<string, unknown>>)[];
      readonly type: "static";
    }
  | {
      /** 查询列表 */
      readonly list?: Endpoint;
      /** 读取一行 */
      readonly get?: Endpoint;
      /** 参数，值可以是表达式 */
      readonly params?: Readonly<Record<string, Json>>;
      /** 行里有哪些字段；面板的名称和格式由此而来 */
      readonly fields?: Fields;
      readonly type: "rest";
    };

/** 没有模型时数据从哪里来 */
export type ListSource = 
  | {
      /** 查询列表 */
      readonly list?: Endpoint;
      /** 读取一行 */
      readonly get?: Endpoint;
      /** 参数，值可以是表达式 */
      readonly params?: Readonly<Record<string, Json>>;
      /** 行里有哪些字段；面板的名称和格式由此而来 */
      readonly fields?: Fields;
      readonly type: "rest";
    };

export type GridButton = 
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 新增按钮旁的菜单：按用途加一行，常用的值已填好 */
      readonly templates?: readonly ({
        /** 菜单里的名称 */
        readonly title: Text;
        /** 新行先填好的值 */
        readonly values: Readonly<Record<string, Json>>;
      })[];
      readonly preset: "addRow";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly preset: "removeRows";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly preset: "saveRows";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly preset: "importRows";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly preset: "exportRows";
    }
  | {
      /** 行中引用另一个模型的字段；每选一条就加一行 */
      readonly field: FieldName;
      /** 弹窗里显示的列 */
      readonly columns?: readonly (FieldName)[];
      /** 固定的条件，值可以是表达式 */
      readonly where?: Readonly<Record<string, Json>>;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly preset: "pickRows";
    };

export type RowPopover = {
  /** 行的模型的关系名 */
  readonly relation: FieldName;
  /** 缺省：关系的名称 */
  readonly title?: Text;
  /** 写出则只有这些列 */
  readonly columns?: readonly (TableColumn)[];
};

export type Button = 
  | {
      /** 本页 views 的键 */
      readonly view?: Text;
      /** 先填好的值，可以是表达式 */
      readonly values?: Readonly<Record<string, Json>>;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "add";
    }
  | {
      /** 本页 views 的键 */
      readonly view?: Text;
      /** 先填好的值，可以是表达式 */
      readonly values?: Readonly<Record<string, Json>>;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "addChild";
    }
  | {
      /** 本页 views 的键 */
      readonly view?: Text;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "edit";
    }
  | {
      /** 本页 views 的键 */
      readonly view?: Text;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "detail";
    }
  | {
      /** 本页 views 的键 */
      readonly view?: Text;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "copy";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "delete";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "deleteBatch";
    }
  | {
      /** 文件名，不带后缀 */
      readonly fileName?: Text;
      /** 导出哪些字段；缺省：列 */
      readonly fields?: readonly (FieldName)[];
      /** 可选的格式 */
      readonly formats?: readonly ("xls" | "xlsx" | "csv" | "pdf")[];
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "export";
    }
  | {
      /** 提供模板下载 */
      readonly template?: boolean;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "import";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "print";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "recycleBin";
    }
  | {
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "refresh";
    }
  | {
      /** 模型 generate 中的键 */
      readonly generate: Text;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "generate";
    }
  | {
      /** 模型 states 中的转换 */
      readonly transition: Text;
      /** 按钮上的文字 */
      readonly label?: Text;
      /** 图标名 */
      readonly icon?: Text;
      /** 需要的权限；缺省由前缀和预设得出 */
      readonly permission?: Permission;
      /** 画成危险的样子 */
      readonly danger?: boolean;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 是否不可用 */
      readonly disabled?: BoolExpr;
      /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
      readonly disabledReason?: Template;
      /** 执行前的确认 */
      readonly confirm?: Template;
      /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
      readonly confirmWith?: Url;
      readonly preset: "transition";
    } | {
  /** 本页内唯一 */
  readonly key: Key;
  /** 按钮上的文字 */
  readonly label: Text;
  /** 图标名 */
  readonly icon?: Text;
  /** 需要的权限；缺省由前缀和预设得出 */
  readonly permission?: Permission;
  /** 画成危险的样子 */
  readonly danger?: boolean;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 是否不可用 */
  readonly disabled?: BoolExpr;
  /** 不可用的原因：结果不为空时按钮不可用，悬停或按下时显示 */
  readonly disabledReason?: Template;
  /** 执行前的确认 */
  readonly confirm?: Template;
  /** 确认前先读的接口，参数 id（多行时 ids，逗号分隔）；confirm 里以 result 读它的回答 */
  readonly confirmWith?: Url;
  /** 先问的字段；动作里用 form 读答案 */
  readonly ask?: Readonly<Record<string, Field>>;
  /** 点击后执行的动作 */
  readonly do: Actions;
};

export type RowActions = {
  /** 直接显示几个，其余收入“更多” */
  readonly inline?: number;
  /** 列宽，像素 */
  readonly width?: Width;
  /** 按钮 */
  readonly items: readonly (Button)[];
};

export type Query = {
  /** 写出则只有这些项，按此顺序 */
  readonly items?: readonly (FieldName | {
    /** 字段 */
    readonly field: FieldName;
    /** 缺省：字段的名称 */
    readonly title?: Text;
    /** 怎样比较 */
    readonly op?: "eq" | "ne" | "like" | "left_like" | "right_like" | "in" | "gt" | "ge" | "lt" | "le" | "range";
    readonly widget?: Editor;
    readonly dict?: Dict;
    /** 先填好的条件 */
    readonly default?: Json;
    /** 是否显示 */
    readonly visible?: BoolExpr;
  })[];
  /** 在缺省项上改几处 */
  readonly override?: Readonly<Record<string, {
    /** 缺省：字段的名称 */
    readonly title?: Text;
    /** 怎样比较 */
    readonly op?: "eq" | "ne" | "like" | "left_like" | "right_like" | "in" | "gt" | "ge" | "lt" | "le" | "range";
    readonly widget?: Editor;
    readonly dict?: Dict;
    /** 先填好的条件 */
    readonly default?: Json;
    /** 是否显示 */
    readonly visible?: BoolExpr;
  }>>;
  /** 收起时显示几项 */
  readonly collapsedCount?: number;
  /** 高级查询；缺省 true */
  readonly advanced?: boolean;
};

export type TableColumn = FieldName | {
  /** 字段 */
  readonly field: FieldName;
  /** 缺省：字段的名称 */
  readonly title?: Text;
  /** 列宽，像素 */
  readonly width?: Width;
  /** 固定在哪一侧 */
  readonly fixed?: "left" | "right";
  /** 对齐；缺省按类型 */
  readonly align?: "left" | "center" | "right";
  /** 可以按它排序 */
  readonly sortable?: boolean;
  /** 表尾的合计 */
  readonly summary?: "sum" | "average";
  readonly cell?: Cell;
  readonly dict?: Dict;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 多级表头：相邻且同名的列归在一起 */
  readonly groupHeader?: Text;
};

export type TableCalendar = {
  /** 按哪个字段排在哪一天；日期或时间 */
  readonly date: FieldName;
  /** 条目上写哪些字段；缺省模型的 titleField */
  readonly columns?: readonly (FieldName)[];
  /** 条目按哪个字段的字典颜色显示 */
  readonly color?: FieldName;
};

export type Table = {
  /** 先显示表格、图片卡片还是日历；写出后可以切换，每人的选择会记住。table 和 cards 可以切换卡片，第一个图片列是卡片的大图；日历须写 calendar；缺省表格 */
  readonly as?: "table" | "cards" | "calendar";
  /** 可以切换到日历：一个月一页，查询条件照样有效 */
  readonly calendar?: TableCalendar;
  /** 写出则只有这些列，按此顺序 */
  readonly columns?: readonly (TableColumn)[];
  /** 在缺省列上改几处 */
  readonly override?: Readonly<Record<string, {
    /** 缺省：字段的名称 */
    readonly title?: Text;
    /** 列宽，像素 */
    readonly width?: Width;
    /** 固定在哪一侧 */
    readonly fixed?: "left" | "right";
    /** 对齐；缺省按类型 */
    readonly align?: "left" | "center" | "right";
    /** 可以按它排序 */
    readonly sortable?: boolean;
    /** 表尾的合计 */
    readonly summary?: "sum" | "average";
    readonly cell?: Cell;
    readonly dict?: Dict;
    /** 是否显示 */
    readonly visible?: BoolExpr;
    /** 多级表头：相邻且同名的列归在一起 */
    readonly groupHeader?: Text;
  }>>;
  /** 能否选行 */
  readonly selection?: "none" | "single" | "multiple";
  /** 缺省：模型的 sort */
  readonly sort?: SortKey;
  /** 对整个查询求和，由服务器计算 */
  readonly totals?: readonly (FieldName)[];
  /** 每组有行数和 totals 各列的小计，由服务器计算，展开时才读其中的行 */
  readonly groupBy?: {
    /** 可以按这些字段分组 */
    readonly fields: readonly (FieldName)[];
    /** 打开时的分组，由外到内最多三级；缺省不分组 */
    readonly default?: readonly (FieldName)[];
  };
  /** 每页几行；缺省 10，主表在上的页面 5 */
  readonly pageSize?: number;
  /** 可选的每页行数 */
  readonly pageSizes?: readonly (number)[];
  /** 各行一共最高多少像素，超出时在表格里滚动；缺省随窗口 */
  readonly height?: number;
  /** 显示行号 */
  readonly rowNumber?: boolean;
  /** 可以设置列；缺省 true */
  readonly columnSettings?: boolean;
  /** 行的标识；缺省 id */
  readonly rowKey?: FieldName;
  /** 还没有行时，下一步做什么 */
  readonly empty?: Text;
  /** 'danger'、'warning'、'success'、'muted' 或空 */
  readonly rowStyle?: Expr;
};

export type GridColumn = FieldName | {
  /** 字段 */
  readonly field: FieldName;
  /** 缺省：字段的名称 */
  readonly title?: Text;
  /** 列宽，像素 */
  readonly width?: Width;
  /** 固定在哪一侧 */
  readonly fixed?: "left" | "right";
  /** 对齐；缺省按类型 */
  readonly align?: "left" | "center" | "right";
  /** 表尾的合计 */
  readonly summary?: "sum" | "average";
  readonly widget?: Editor;
  readonly cell?: Cell;
  readonly dict?: Dict;
  /** 在模型的规则之外 */
  readonly rules?: readonly (Rule)[];
  /** 新行的值 */
  readonly default?: Json;
  /** 由表达式算出 */
  readonly value?: Expr;
  /** 不能编辑 */
  readonly disabled?: BoolExpr;
  /** 必填 */
  readonly required?: BoolExpr;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 说明，在表头；带表达式的看这一行（row、master），在单元格 */
  readonly tip?: Template;
};

export type GridColumnOverride = {
  /** 缺省：字段的名称 */
  readonly title?: Text;
  /** 列宽，像素 */
  readonly width?: Width;
  /** 固定在哪一侧 */
  readonly fixed?: "left" | "right";
  /** 对齐；缺省按类型 */
  readonly align?: "left" | "center" | "right";
  /** 表尾的合计 */
  readonly summary?: "sum" | "average";
  readonly widget?: Editor;
  readonly cell?: Cell;
  readonly dict?: Dict;
  /** 在模型的规则之外 */
  readonly rules?: readonly (Rule)[];
  /** 新行的值 */
  readonly default?: Json;
  /** 由表达式算出 */
  readonly value?: Expr;
  /** 不能编辑 */
  readonly disabled?: BoolExpr;
  /** 必填 */
  readonly required?: BoolExpr;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 说明，在表头；带表达式的看这一行（row、master），在单元格 */
  readonly tip?: Template;
};

export type FormItem = FieldName | {
  /** 分组的标题 */
  readonly group: Text;
  /** 表单项 */
  readonly items: readonly (FormItem)[];
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 几列 */
  readonly columns?: 1 | 2 | 3 | 4;
  /** 卡片布局时占 24 栅格的几格；缺省 24 */
  readonly span?: number;
} | {
  /** 页签 */
  readonly tabs: readonly ({
    /** 页签 */
    readonly title: Text;
    /** 表单项 */
    readonly items: readonly (FormItem)[];
    /** 是否显示 */
    readonly visible?: BoolExpr;
  })[];
  /** 卡片布局时占 24 栅格的几格；缺省 24 */
  readonly span?: number;
} | {
  /** 子表 */
  readonly subTable: Detail;
  /** 是否显示 */
  readonly visible?: BoolExpr;
} | {
  /** 已注册的 React 内容，读得到表单里的值 */
  readonly component: Text;
  /** 参数，值可以是表达式，随表单里的值变化 */
  readonly params?: Readonly<Record<string, Json>>;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 卡片布局时占 24 栅格的几格；缺省 24 */
  readonly span?: number;
} | {
  /** 另一个页面，读不到表单里没有保存的值 */
  readonly screen: DocId;
  /** 它不变的条件，值可以是表达式 */
  readonly params?: Readonly<Record<string, Json>>;
  /** 标题 */
  readonly title: Text;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 卡片布局时占 24 栅格的几格；缺省 24 */
  readonly span?: number;
} | {
  /** 字段 */
  readonly field: FieldName;
  /** 缺省：字段的名称 */
  readonly title?: Text;
  /** 字段旁的说明，可以带表达式 */
  readonly tip?: Template;
  /** 占几列 */
  readonly span?: number;
  /** 是否显示 */
  readonly visible?: BoolExpr;
  /** 不能编辑 */
  readonly disabled?: BoolExpr;
  /** 必填 */
  readonly required?: BoolExpr;
  /** 在模型的规则之外；能编辑时才检查 */
  readonly rules?: readonly (Rule)[];
  /** 由表达式算出 */
  readonly value?: Expr;
  /** 新增时的值 */
  readonly default?: Json;
  readonly dict?: Dict;
  readonly widget?: Editor;
  /** 随其他值变化的控件：用第一个条件成立的；都不成立时用 widget */
  readonly widgets?: readonly (WidgetCase)[];
  readonly cell?: Cell;
  /** 事件 */
  readonly on?: {
    /** 值改变后 */
    readonly change?: Actions;
  };
};

export type Detail = 
  | {
      /** 模型的关系名 */
      readonly relation: FieldName;
      /** 缺省：关系的名称 */
      readonly title?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 能否编辑；缺省 true，主行是 master */
      readonly editable?: BoolExpr;
      /** 每行都像在编辑 */
      readonly alwaysEdit?: boolean;
      /** 高度，像素 */
      readonly height?: number;
      /** 行高，像素 */
      readonly rowHeight?: number;
      /** 行的疏密；缺省 medium，写了 rowHeight 时不起作用 */
      readonly size?: "medium" | "small" | "mini" | "tiny";
      /** 显示行号 */
      readonly rowNumber?: boolean;
      /** 能否选行 */
      readonly selection?: "none" | "single" | "multiple";
      /** 分页显示；缺省 false，写了 pageSize 就是 true */
      readonly pager?: boolean;
      /** 分页时每页几行；缺省 10 */
      readonly pageSize?: number;
      /** 分页时可选的每页行数；缺省 10、20、30 */
      readonly pageSizes?: readonly (number)[];
      /** 可以拖动排序，写入关系的 order 字段 */
      readonly dragSort?: boolean;
      /** 为真的行不能编辑 */
      readonly disabledRows?: Expr;
      /** 按模型的树形关系分层显示，第一次展开时才读下级 */
      readonly tree?: {
        /** 显示层级的列；缺省第一列 */
        readonly column?: FieldName;
        /** 请求里上级的参数名；缺省 parentId */
        readonly parentKey?: Text;
        /** 每次读取都带的其他参数 */
        readonly params?: Readonly<Record<string, Text>>;
      };
      /** 点一行的行号，在旁边显示属于它的行 */
      readonly popover?: RowPopover;
      /** 写出则只有这些列 */
      readonly columns?: readonly (GridColumn)[];
      /** 在缺省列上改几处 */
      readonly override?: Readonly<Record<string, GridColumnOverride>>;
      /** 表格上方的按钮；缺省可以新增、删除、从 Excel 导入和导出，主行下方的表格还可以保存（saveRows），表单里的随表单保存 */
      readonly toolbar?: readonly (GridButton)[];
      /** 前缀加 add、remove、batch_delete 受控而本人没有时，不显示对应按钮 */
      readonly permissionPrefix?: PermissionPrefix;
      /** 事件 */
      readonly on?: {
        /** 保存后 */
        readonly saved?: Actions;
        /** 改动后 */
        readonly change?: Actions;
      };
      readonly kind: "table";
    }
  | {
      /** 模型的关系名 */
      readonly relation?: FieldName;
      readonly source?: Source;
      /** 没有关系时怎样连到主行 */
      readonly link?: {
        /** 子行中的字段 */
        readonly field: FieldName;
        /** 主行中的字段 */
        readonly masterField: FieldName;
      };
      /** 缺省：关系的名称 */
      readonly title?: Text;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        /** 有字典的字段 */
        readonly field: FieldName;
        /** 哪些值，按此顺序 */
        readonly values: readonly (string)[];
        /** 页签上显示行数 */
        readonly counts?: boolean;
      };
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的按钮 */
      readonly toolbar?: readonly (Button)[];
      /** 每行的按钮 */
      readonly rowActions?: RowActions;
      /** 键 → 表单或详情视图 */
      readonly views?: Readonly<Record<string, View>>;
      readonly kind: "list";
    };

export type Task = {
  /** 这类单据等着做什么 */
  readonly title: Text;
  /** 谁的待办：有此权限的人；缺省：能看到这些单据的人 */
  readonly permission?: Permission;
  /** 哪个模型 */
  readonly model: DocId;
  /** 哪些单据，值可以是表达式 */
  readonly where?: Readonly<Record<string, Json>>;
  /** 从何时等起的字段：显示最早的一条 */
  readonly since?: FieldName;
  /** 页面标识或菜单路径，可以带查询，如 store/store-order?tab=0；缺省为与模型同名的页面 */
  readonly page?: Text;
};

export type Shortcut = Text | {
  /** 页面标识或菜单路径，可以带查询，如 store/store-order?tab=0；press 是打开后立即按下的按钮，如 store/store-order?press=add */
  readonly page: Text;
  /** 入口的文字；缺省为页面的名称 */
  readonly title?: Text;
  /** 有此权限的人才看到；缺省：能打开这一页面的人 */
  readonly permission?: Permission;
};

export type WidgetCase = {
  /** 何时用这个控件 */
  readonly when: BoolExpr;
  readonly widget: Editor;
};

export type Content = {
  /** 另一个页面，params 是它不变的条件 */
  readonly screen?: DocId;
  /** 已注册的 React 内容 */
  readonly component?: Text;
  /** 参数，值可以是表达式 */
  readonly params?: Readonly<Record<string, Json>>;
};

export type View = {
  /** 弹窗、抽屉或整页 */
  readonly as?: "modal" | "drawer" | "page";
  /** 标题，可以带表达式 */
  readonly title?: Template;
  /** 宽度，像素 */
  readonly width?: Width;
  /** 几列 */
  readonly columns?: 1 | 2 | 3 | 4;
  /** 可切换全屏 */
  readonly fullscreen?: boolean;
  /** 整页表单的分组、页签各成一张卡片，按钮在页面右上角 */
  readonly layout?: "cards";
  /** 详情顶部的步骤条 */
  readonly steps?: {
    /** 状态字段 */
    readonly field: FieldName;
    /** 依次经过的状态 */
    readonly values: readonly (string)[];
  };
  /** 详情是一张打印的单据：没有指标和操作记录，底部是打印按钮 */
  readonly sheet?: {
    /** 底部的签字栏，例如 制单、审核 */
    readonly signatures?: readonly (Text)[];
  };
  /** 缺省：模型的全部可见字段 */
  readonly items?: readonly (FormItem)[];
  /** 不是表单或详情：里面是另一个页面，或已注册的内容 */
  readonly content?: Content;
  /** 在缺省项上改几处 */
  readonly override?: Readonly<Record<string, {
    /** 缺省：字段的名称 */
    readonly title?: Text;
    /** 字段旁的说明，可以带表达式 */
    readonly tip?: Template;
    /** 占几列 */
    readonly span?: number;
    /** 是否显示 */
    readonly visible?: BoolExpr;
    /** 不能编辑 */
    readonly disabled?: BoolExpr;
    /** 必填 */
    readonly required?: BoolExpr;
    /** 在模型的规则之外；能编辑时才检查 */
    readonly rules?: readonly (Rule)[];
    /** 由表达式算出 */
    readonly value?: Expr;
    /** 新增时的值 */
    readonly default?: Json;
    readonly dict?: Dict;
    readonly widget?: Editor;
    /** 随其他值变化的控件：用第一个条件成立的；都不成立时用 widget */
    readonly widgets?: readonly (WidgetCase)[];
    readonly cell?: Cell;
    /** 事件 */
    readonly on?: {
      /** 值改变后 */
      readonly change?: Actions;
    };
  }>>;
  /** 只在本表单有效；模型的规则总是有效 */
  readonly rules?: readonly (FormRule)[];
  /** 事件 */
  readonly on?: {
    /** 打开后 */
    readonly opened?: Actions;
    /** 保存后 */
    readonly saved?: Actions;
  };
};

export type Panel = 
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 横轴的列 */
      readonly x: FieldName;
      /** 纵轴的列，每列一条 */
      readonly y: readonly (FieldName)[];
      /** 按这一列的值分成几条，画 y 的第一列 */
      readonly series?: FieldName;
      /** 横轴相同的行怎样合并；缺省 sum */
      readonly op?: "sum" | "count" | "max" | "min" | "avg";
      /** 各列叠在一起 */
      readonly stacked?: boolean;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "area";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 横轴的列 */
      readonly x: FieldName;
      /** 纵轴的列，每列一条 */
      readonly y: readonly (FieldName)[];
      /** 按这一列的值分成几条，画 y 的第一列 */
      readonly series?: FieldName;
      /** 横轴相同的行怎样合并；缺省 sum */
      readonly op?: "sum" | "count" | "max" | "min" | "avg";
      /** 横向 */
      readonly horizontal?: boolean;
      /** 各列叠在一起 */
      readonly stacked?: boolean;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "bar";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 先画成哪一种；缺省 bar */
      readonly kind?: "bar" | "line" | "area" | "pie";
      /** 横轴的列，也是饼图各部分的名称 */
      readonly x: FieldName;
      /** 数值的列；饼图画第一列 */
      readonly y: readonly (FieldName)[];
      /** 按这一列的值分成几条，画 y 的第一列 */
      readonly series?: FieldName;
      /** 横轴相同的行怎样合并；缺省 sum */
      readonly op?: "sum" | "count" | "max" | "min" | "avg";
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "chart";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 名称所在的列 */
      readonly name: FieldName;
      /** 百分数所在的列，0 到 100 */
      readonly value: FieldName;
      /** 下方说明所在的列 */
      readonly caption?: FieldName;
      /** 从多少起提醒；缺省 80 */
      readonly warn?: number;
      /** 从多少起警告；缺省 90 */
      readonly danger?: number;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "gauge";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 横向的类别 */
      readonly x: FieldName;
      /** 纵向的类别 */
      readonly y: FieldName;
      /** 数值所在的列 */
      readonly value: FieldName;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "heat-map";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 横轴的列 */
      readonly x: FieldName;
      /** 纵轴的列，每列一条 */
      readonly y: readonly (FieldName)[];
      /** 按这一列的值分成几条，画 y 的第一列 */
      readonly series?: FieldName;
      /** 横轴相同的行怎样合并；缺省 sum */
      readonly op?: "sum" | "count" | "max" | "min" | "avg";
      /** 各列叠在一起 */
      readonly stacked?: boolean;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "line";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 各项待办 */
      readonly items: readonly (Task)[];
      /** 问候语：写在页面上方，待办在它下面连成一句，如“45 笔订单待审核” */
      readonly greeting?: Template;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "my-tasks";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 显示几条；缺省 6 */
      readonly limit?: number;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "notices";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 名称所在的列 */
      readonly name: FieldName;
      /** 数值所在的列 */
      readonly value: FieldName;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "pie";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 行上的类别，先外后内 */
      readonly rows: readonly (FieldName)[];
      /** 列上的类别；不写则只有数值列 */
      readonly column?: FieldName;
      /** 汇总的数值列 */
      readonly values: readonly (FieldName)[];
      /** 怎样汇总；缺省 sum */
      readonly op?: "sum" | "count" | "max" | "min" | "avg";
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "pivot";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 名称所在的列 */
      readonly name: FieldName;
      /** 数值所在的列 */
      readonly value: FieldName;
      /** 显示几名；缺省 10 */
      readonly limit?: number;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "rank";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 横轴的数 */
      readonly x: FieldName;
      /** 纵轴的数 */
      readonly y: FieldName;
      /** 每个点的名称所在的列 */
      readonly name?: FieldName;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "scatter";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 各个入口：页面标识或菜单路径，或带查询和文字 */
      readonly items: readonly (Shortcut)[];
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "shortcuts";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 数值；rows 是来源的行，row 是第一行 */
      readonly value: Expr;
      /** 用来比较的数值 */
      readonly compare?: Expr;
      /** 数值怎样写；缺省 number；bytes 是字节，duration 是秒 */
      readonly format?: "number" | "money" | "percent" | "bytes" | "duration";
      /** 比较的数叫什么；缺省 昨天 */
      readonly compareText?: Text;
      /** 旁边的小折线画哪一列 */
      readonly trend?: FieldName;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "stat";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 显示的列 */
      readonly columns: readonly (TableColumn)[];
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "table";
    }
  | {
      /** 面板的标题 */
      readonly title?: Text;
      /** 占 24 栅格的几格 */
      readonly span?: number;
      /** 高度，像素 */
      readonly height?: number;
      /** 是否显示 */
      readonly visible?: BoolExpr;
      readonly source?: Source;
      /** 显示的文字 */
      readonly text: Template;
      /** 点击后执行的动作 */
      readonly do?: Actions;
      readonly type: "text";
    };

/** 页面文档 */
export type ScreenDocument = 
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 面板 */
      readonly panels: readonly (Panel)[];
      /** 自动刷新，秒 */
      readonly refresh?: number;
      readonly kind: "dashboard";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 详情 */
      readonly view?: View;
      /** 按钮 */
      readonly toolbar?: readonly (Button)[];
      readonly kind: "detail";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        /** 有字典的字段 */
        readonly field: FieldName;
        /** 哪些值，按此顺序 */
        readonly values: readonly (string)[];
        /** 页签上显示行数 */
        readonly counts?: boolean;
      };
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的按钮 */
      readonly toolbar?: readonly (Button)[];
      /** 每行的按钮 */
      readonly rowActions?: RowActions;
      /** 键 → 表单或详情视图 */
      readonly views?: Readonly<Record<string, View>>;
      /** 子表 */
      readonly details: readonly (Detail)[];
      /** 主表和子表怎样分 */
      readonly layout?: {
        /** 主表在子表上方，还是左侧；缺省 vertical，窗口窄时总在上方 */
        readonly split?: "vertical" | "horizontal";
        /** 主表起初所占的份额；缺省 0.5 */
        readonly ratio?: number;
        /** 可以拖动分界，双击回到起初的份额；缺省 true */
        readonly resizable?: boolean;
      };
      readonly kind: "erp-list";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 这一页总是编辑这一行；写它的 id */
      readonly record?: Text;
      /** 表单 */
      readonly view?: View;
      /** 按钮 */
      readonly toolbar?: readonly (Button)[];
      readonly kind: "form";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        /** 有字典的字段 */
        readonly field: FieldName;
        /** 哪些值，按此顺序 */
        readonly values: readonly (string)[];
        /** 页签上显示行数 */
        readonly counts?: boolean;
      };
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的按钮 */
      readonly toolbar?: readonly (Button)[];
      /** 每行的按钮 */
      readonly rowActions?: RowActions;
      /** 键 → 表单或详情视图 */
      readonly views?: Readonly<Record<string, View>>;
      /** 子表 */
      readonly details: readonly (Detail)[];
      readonly kind: "inner-list";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      readonly source?: ListSource;
      /** 没有模型时的字段 */
      readonly fields?: Fields;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        /** 有字典的字段 */
        readonly field: FieldName;
        /** 哪些值，按此顺序 */
        readonly values: readonly (string)[];
        /** 页签上显示行数 */
        readonly counts?: boolean;
      };
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的按钮 */
      readonly toolbar?: readonly (Button)[];
      /** 每行的按钮 */
      readonly rowActions?: RowActions;
      /** 键 → 表单或详情视图 */
      readonly views?: Readonly<Record<string, View>>;
      /** 自动刷新，秒；看不见这一页时不读 */
      readonly refresh?: number;
      readonly kind: "list";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 已注册的 React 页面 */
      readonly component?: string;
      /** 交给页面的参数 */
      readonly params?: Readonly<Record<string, Json>>;
      /** 面板 */
      readonly panels?: readonly (Panel)[];
      readonly kind: "page";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      /** 数据从哪里来 */
      readonly source: Source;
      /** 报表参数，发送为 self_名称 */
      readonly params?: Readonly<Record<string, {
        /** 缺省：参数名 */
        readonly title?: Text;
        /** 值从哪里来 */
        readonly from?: "query" | "path" | "fixed";
        /** 固定的值，可以是表达式 */
        readonly value?: Json;
        /** 必填 */
        readonly required?: boolean;
      }>>;
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的面板；没有 source 的面板用报表自己的行 */
      readonly panels?: readonly (Panel)[];
      /** 面板和表格怎样分 */
      readonly layout?: {
        /** 面板在表格上方，还是右侧 */
        readonly split?: "vertical" | "horizontal";
        /** 面板在右侧时表格所占的宽度 */
        readonly ratio?: number;
      };
      /** 自动刷新，秒；看不见这一页时不读 */
      readonly refresh?: number;
      /** 按钮 */
      readonly toolbar?: readonly (Button)[];
      readonly kind: "report";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      readonly source?: ListSource;
      /** 没有模型时的字段 */
      readonly fields?: Fields;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        /** 有字典的字段 */
        readonly field: FieldName;
        /** 哪些值，按此顺序 */
        readonly values: readonly (string)[];
        /** 页签上显示行数 */
        readonly counts?: boolean;
      };
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的按钮 */
      readonly toolbar?: readonly (Button)[];
      /** 每行的按钮 */
      readonly rowActions?: RowActions;
      /** 键 → 表单或详情视图 */
      readonly views?: Readonly<Record<string, View>>;
      readonly kind: "tab-list";
    }
  | {
      /** 元模式的相对路径；编辑器据此补全和检查 */
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      /** 文档标识 = schemas/ 下的路径，不带后缀 */
      readonly id?: DocId;
      /** 名称 */
      readonly title?: Text;
      /** 给维护的人看的说明 */
      readonly description?: Text;
      /** 字段、规则、权限、状态都从这里继承 */
      readonly model?: DocId;
      readonly permissionPrefix?: PermissionPrefix;
      readonly menu?: Menu;
      /** 角色编码 → 这个角色看到哪些行、能做什么；页面本身总能打开。只在文件里写 */
      readonly access?: Readonly<Record<string, Access>>;
      readonly source?: ListSource;
      /** 没有模型时的字段 */
      readonly fields?: Fields;
      /** 树的选项 */
      readonly tree?: {
        /** 缺省：模型唯一的 tree 关系；也可以是指向本模型的一对多关系：每层用列表接口读取，顶层分页，适合几十万行 */
        readonly relation?: FieldName;
        /** 一对多关系时：存下级行数的字段，大于 0 就能展开 */
        readonly hasChild?: FieldName;
        /** 树列；缺省模型的 titleField */
        readonly titleField?: FieldName;
        /** 打开时展开几层 */
        readonly expandLevel?: number;
        /** 选中的行在右侧打开；窄于 1088 像素时，它的视图和别处一样弹出 */
        readonly card?: {
          /** 宽度，像素；缺省 420 */
          readonly width?: Width;
          /** 名称旁的标签：表格中的一列 */
          readonly tag?: FieldName;
          /** 页签，第一个先显示 */
          readonly tabs: readonly ({
            /** 页签上的文字 */
            readonly title: Template;
            /** 本页 views 的键：表单，或另一个页面 */
            readonly view: Key;
            /** 没有此权限的人看不到这个页签 */
            readonly permission?: Permission;
          })[];
        };
        /** 左侧是另一个模型的树，右侧是列表 */
        readonly side?: {
          /** 宽度，像素 */
          readonly width?: Width;
          /** 树的模型 */
          readonly model: DocId;
          /** 条件的名称，例如列表中对应的字段 */
          readonly field: Text;
          /** 取树行的哪个字段作条件；缺省 id */
          readonly value?: Text;
          /** 整棵树从哪里来；缺省：模型的 queryTreeList */
          readonly list?: Endpoint;
          /** 树的标题；缺省：模型的名称 */
          readonly title?: Text;
        };
      };
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        /** 有字典的字段 */
        readonly field: FieldName;
        /** 哪些值，按此顺序 */
        readonly values: readonly (string)[];
        /** 页签上显示行数 */
        readonly counts?: boolean;
      };
      /** 查询栏 */
      readonly query?: Query;
      /** 表格 */
      readonly table?: Table;
      /** 表格上方的按钮 */
      readonly toolbar?: readonly (Button)[];
      /** 每行的按钮 */
      readonly rowActions?: RowActions;
      /** 键 → 表单或详情视图 */
      readonly views?: Readonly<Record<string, View>>;
      readonly kind: "tree-list";
    };

/** 值；{ ref, key } 表示另一个模型的那一行 */
export type RowValue = unknown;

/** 数据文档 */
export type DataDocument = {
  /** 元模式的相对路径；编辑器据此补全和检查 */
  readonly $schema?: string;
  /** 语言的版本，不是文档的版本 */
  readonly schemaVersion: 1;
  /** 给维护的人看的说明 */
  readonly description?: Text;
  /** 这些行属于哪个模型 */
  readonly model: DocId;
  /** 业务键：启动时按它写入或更新 */
  readonly key: readonly (FieldName)[];
  /** 只在演示数据中写入；demo-accounts：还须设了 DEMO_PASSWORD */
  readonly when?: "demo" | "demo-accounts";
  /** 行：字段 → 值；关系名 → 子行 */
  readonly rows: readonly (Readonly<Record<string, RowValue>>)[];
};

/** 开始时的情形 */
export type Given = {
  /** 当前用户 */
  readonly user?: {
    /** 账号 */
    readonly username?: string;
    /** 姓名 */
    readonly realname?: string;
    /** 部门编码 */
    readonly orgCode?: string;
    /** 角色编码 */
    readonly roles?: readonly (string)[];
  };
  /** 缺省：全部 */
  readonly permissions?: readonly (Permission)[];
  /** 现在的时间，yyyy-MM-dd HH:mm:ss */
  readonly now?: string;
  /** 列表里的行 */
  readonly rows?: readonly (Readonly<Record<string, unknown>>)[];
  /** 缺省：随产品交付的字典 */
  readonly dicts?: Readonly<Record<string, readonly ({
    /** 值 */
    readonly value: string;
    /** 文字 */
    readonly text: string;
    /** 颜色 */
    readonly color?: string;
    /** 不能再选 */
    readonly disabled?: boolean;
  })[]>>;
};

/** 页面测试文档 */
export type ScreenTestDocument = {
  /** 元模式的相对路径；编辑器据此补全和检查 */
  readonly $schema?: string;
  /** 语言的版本，不是文档的版本 */
  readonly schemaVersion: 1;
  /** 哪个页面 */
  readonly screen: DocId;
  readonly given?: Given;
  /** 事实 */
  readonly cases: readonly ({
    /** 关于页面的一个事实 */
    readonly title: Text;
    readonly given?: Given;
    /** 依次做什么 */
    readonly steps?: readonly (
      | {
          /** 本页 views 的键 */
          readonly view: Text;
          /** 怎样打开 */
          readonly mode?: "add" | "edit" | "detail" | "copy";
          /** 行的 id */
          readonly row?: string;
          readonly do: "open";
        }
      | {
          /** 字段 */
          readonly field: FieldName;
          /** 填什么 */
          readonly value: unknown;
          /** 子表的关系名 */
          readonly relation?: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index?: number;
          readonly do: "fill";
        }
      | {
          /** 子表的关系名 */
          readonly relation: FieldName;
          /** 字段 → 值 */
          readonly values?: Readonly<Record<string, unknown>>;
          readonly do: "addRow";
        }
      | {
          /** 子表的关系名 */
          readonly relation: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index: number;
          readonly do: "removeRow";
        }
      | {
          /** 按钮的 preset、transition 或 key */
          readonly button: Text;
          /** 行的 id */
          readonly row?: string;
          /** 回答确认框；缺省 true */
          readonly confirm?: boolean;
          readonly do: "click";
        }
      | {
          /** 行的 id */
          readonly rows: readonly (string)[];
          readonly do: "select";
        }
      | {
          /** 字段 → 值 */
          readonly values: Readonly<Record<string, unknown>>;
          readonly do: "query";
        }
      | {
          readonly to: Endpoint;
          /** 回答 */
          readonly with: unknown;
          readonly do: "reply";
        })[];
    /** 然后应该怎样 */
    readonly expect: readonly (
      | {
          /** 字段 */
          readonly field?: FieldName;
          /** 按钮的 preset、transition 或 key */
          readonly button?: Text;
          /** 列 */
          readonly column?: FieldName;
          /** 行的 id */
          readonly row?: string;
          /** 子表的关系名 */
          readonly relation?: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index?: number;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "visible";
        }
      | {
          /** 字段 */
          readonly field?: FieldName;
          /** 按钮的 preset、transition 或 key */
          readonly button?: Text;
          /** 行的 id */
          readonly row?: string;
          /** 子表的关系名 */
          readonly relation?: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index?: number;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "disabled";
        }
      | {
          /** 字段 */
          readonly field: FieldName;
          /** 子表的关系名 */
          readonly relation?: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index?: number;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "required";
        }
      | {
          /** 字段 */
          readonly field: FieldName;
          /** 子表的关系名 */
          readonly relation?: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index?: number;
          /** 应有的值 */
          readonly equals: unknown;
          readonly check: "value";
        }
      | {
          /** 字段 */
          readonly field: FieldName;
          /** 应有的选项值 */
          readonly equals: readonly (string)[];
          readonly check: "options";
        }
      | {
          /** 字段 */
          readonly field?: FieldName;
          /** 子表的关系名 */
          readonly relation?: FieldName;
          /** 子表的第几行，从 0 起 */
          readonly index?: number;
          /** 应有的消息 */
          readonly text: Text;
          readonly check: "error";
        }
      | {
          readonly to: Endpoint;
          /** 只比较写出的参数 */
          readonly params?: Readonly<Record<string, unknown>>;
          /** 只比较写出的键 */
          readonly data?: Readonly<Record<string, unknown>>;
          /** 发了几次；缺省 1 */
          readonly times?: number;
          readonly check: "request";
        }
      | {
          /** 几行 */
          readonly count?: number;
          /** 依次的行 */
          readonly ids?: readonly (string)[];
          readonly check: "rows";
        }
      | {
          /** 级别 */
          readonly level?: "success" | "info" | "warning" | "error";
          /** 应有的提示 */
          readonly text: Text;
          readonly check: "message";
        }
      | {
          /** 依次的列 */
          readonly equals: readonly (FieldName)[];
          readonly check: "columns";
        }
      | {
          /** 行的 id */
          readonly row?: string;
          /** 依次的 preset、transition 或 key */
          readonly equals: readonly (string)[];
          readonly check: "buttons";
        }
      | {
          /** 依次的字段 */
          readonly equals: readonly (FieldName)[];
          readonly check: "fields";
        }
      | {
          /** 依次的查询条件 */
          readonly equals: readonly (FieldName)[];
          readonly check: "conditions";
        }
      | {
          /** 依次的标题 */
          readonly equals: readonly (string)[];
          readonly check: "panels";
        }
      | {
          /** 本页 views 的键 */
          readonly view: Text;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "closed";
        })[];
  })[];
};
