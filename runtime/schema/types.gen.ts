// Generated from schemas/meta/v1 by `npm run schema:gen`; do not edit.

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

/** 权限编码，例如 store:order:add */
export type Permission = string;

/** 本站接口路径（不带 /api 前缀） */
export type Url = string;

/** 任意 JSON 值；文本值可以是表达式 */
export type Json = unknown;

/** 字典编码，或以某个模型的行作字典 */
export type Dict = string | {
  readonly model: DocId;
  readonly text?: FieldName;
  readonly value?: FieldName;
  readonly where?: Readonly<Record<string, string | number | boolean>>;
};

export type Rule = {
  /** 简写（m、e、n、z、money、mobile、n6-16 …）或正则 */
  readonly pattern: string;
  readonly message?: Text;
  readonly level?: "error" | "warning";
} | {
  readonly checkRule: Text;
  readonly message?: Text;
  readonly level?: "error" | "warning";
} | {
  readonly expr: Expr;
  readonly message: Text;
  readonly level?: "error" | "warning";
};

export type FormRule = {
  readonly expr: Expr;
  readonly field?: FieldName;
  readonly message: Text;
  readonly level?: "error" | "warning";
};

export type Rules = readonly (Rule)[];

export type Fill = {
  readonly rule: Text;
};

/** 选定引用时抄下目标行的字段，以后不随之变 */
export type Snapshot = {
  readonly from: FieldName;
  readonly field: FieldName;
};

/** 由子行汇总，在同一事务中维护 */
export type Rollup = {
  readonly model: DocId;
  readonly foreignKey: FieldName;
  readonly op: "sum" | "count" | "max" | "last";
  readonly field?: FieldName;
  readonly where?: Expr;
};

/** 字段级权限 */
export type FieldPermission = {
  readonly see?: Permission;
  readonly edit?: Permission;
  readonly plain?: Permission;
};

/** column */
export type Column = string;

/** [开, 关] */
export type Pair = readonly (string | number | boolean)[];

export type Cell = 
  | {
      readonly type: "text";
    }
  | {
      readonly type: "dict";
    }
  | {
      /** 缺省用字典项的颜色 */
      readonly colors?: Readonly<Record<string, "default" | "processing" | "success" | "warning" | "error">>;
      readonly type: "dict-tag";
    }
  | {
      readonly currency?: Text;
      readonly type: "money";
    }
  | {
      readonly scale?: number;
      readonly unit?: Text;
      readonly type: "number";
    }
  | {
      readonly scale?: number;
      readonly type: "percent";
    }
  | {
      readonly format?: Text;
      readonly type: "date";
    }
  | {
      readonly format?: Text;
      readonly type: "datetime";
    }
  | {
      readonly length?: number;
      readonly type: "ellipsis";
    }
  | {
      readonly type: "image";
    }
  | {
      readonly type: "file";
    }
  | {
      readonly keepStart?: number;
      readonly keepEnd?: number;
      readonly type: "mask";
    }
  | {
      readonly do: Actions;
      readonly type: "link";
    }
  | {
      readonly values?: Pair;
      readonly permission?: Permission;
      readonly type: "switch";
    }
  | {
      readonly type: "progress";
    }
  | {
      readonly type: "tags";
    }
  | {
      readonly type: "user";
    }
  | {
      readonly type: "depart";
    }
  | {
      readonly type: "area";
    }
  | {
      readonly type: "icon";
    }
  | {
      readonly type: "html";
    };

export type Editor = 
  | {
      readonly placeholder?: Text;
      readonly match?: "like" | "ne" | "ge" | "le" | "eq";
      readonly type: "input";
    }
  | {
      readonly type: "password";
    }
  | {
      readonly scale?: number;
      readonly step?: number;
      readonly unit?: Text;
      readonly type: "number";
    }
  | {
      readonly rows?: number;
      readonly placeholder?: Text;
      readonly type: "textarea";
    }
  | {
      readonly placeholder?: Text;
      readonly type: "select";
    }
  | {
      readonly placeholder?: Text;
      readonly type: "multi-select";
    }
  | {
      readonly placeholder?: Text;
      readonly pageSize?: number;
      readonly type: "search-select";
    }
  | {
      readonly button?: boolean;
      readonly type: "radio";
    }
  | {
      readonly values?: Pair;
      readonly type: "checkbox";
    }
  | {
      readonly values?: Pair;
      readonly type: "switch";
    }
  | {
      readonly format?: Text;
      readonly type: "date";
    }
  | {
      readonly format?: Text;
      readonly type: "datetime";
    }
  | {
      readonly type: "time";
    }
  | {
      readonly type: "month";
    }
  | {
      readonly of?: "date" | "datetime" | "time" | "month";
      readonly type: "range";
    }
  | {
      readonly type: "tags";
    }
  | {
      readonly type: "progress";
    }
  | {
      readonly code: Text;
      /** 报表列 → 本表字段，不能为空 */
      readonly map: Readonly<Record<string, FieldName>>;
      readonly multiple?: boolean;
      readonly params?: Readonly<Record<string, Json>>;
      readonly type: "popup";
    }
  | {
      readonly model: DocId;
      readonly map?: Readonly<Record<string, FieldName>>;
      readonly multiple?: boolean;
      readonly columns?: readonly (FieldName)[];
      readonly where?: Readonly<Record<string, Json>>;
      readonly type: "record-picker";
    }
  | {
      readonly multiple?: boolean;
      readonly store?: "username" | "id";
      readonly type: "user-picker";
    }
  | {
      readonly multiple?: boolean;
      readonly store?: "id" | "orgCode";
      readonly rootOpened?: boolean;
      readonly type: "depart-picker";
    }
  | {
      readonly multiple?: boolean;
      readonly type: "role-picker";
    }
  | {
      readonly multiple?: boolean;
      readonly type: "position-picker";
    }
  | {
      readonly multiple?: boolean;
      readonly root?: Text;
      readonly type: "tree-select";
    }
  | {
      readonly multiple?: boolean;
      readonly root?: Text;
      readonly type: "category-select";
    }
  | {
      readonly as?: "cascader" | "select";
      readonly type: "area";
    }
  | {
      readonly biz?: Text;
      readonly count?: number;
      readonly type: "image-upload";
    }
  | {
      readonly biz?: Text;
      readonly count?: number;
      readonly type: "file-upload";
    }
  | {
      readonly biz?: Text;
      readonly responseName?: Text;
      readonly download?: boolean;
      readonly remove?: boolean;
      readonly type: "file";
    }
  | {
      readonly biz?: Text;
      readonly count?: number;
      readonly type: "image";
    }
  | {
      readonly seconds?: boolean;
      readonly year?: boolean;
      readonly type: "cron";
    }
  | {
      readonly language?: Text;
      readonly height?: number;
      readonly type: "code-editor";
    }
  | {
      readonly height?: number;
      readonly type: "rich-text";
    }
  | {
      readonly height?: number;
      readonly type: "markdown";
    }
  | {
      readonly type: "icon";
    };

export type Action = 
  | {
      readonly view?: Text;
      readonly screen?: DocId;
      readonly params?: Readonly<Record<string, Json>>;
      readonly type: "open";
    }
  | {
      readonly type: "close";
    }
  | {
      readonly type: "submit";
    }
  | {
      readonly target?: Text;
      readonly type: "reload";
    }
  | {
      readonly method: "GET" | "POST" | "PUT" | "DELETE";
      readonly url: Url;
      readonly params?: Readonly<Record<string, Json>>;
      readonly data?: Readonly<Record<string, Json>>;
      readonly type: "request";
    }
  | {
      readonly transition: Text;
      readonly ids?: Expr;
      readonly type: "transition";
    }
  | {
      readonly level?: "success" | "info" | "warning" | "error";
      readonly text: Template;
      readonly type: "message";
    }
  | {
      readonly text: Template;
      readonly type: "confirm";
    }
  | {
      readonly to: string;
      readonly query?: Readonly<Record<string, Json>>;
      readonly type: "navigate";
    }
  | {
      readonly field: FieldName;
      readonly value: Json;
      readonly type: "setValue";
    }
  | {
      readonly values: Readonly<Record<string, Json>>;
      readonly type: "setQuery";
    }
  | {
      readonly url: Url;
      readonly fileName?: Template;
      readonly type: "download";
    }
  | {
      readonly view?: Text;
      readonly type: "print";
    }
  | {
      readonly event: Text;
      readonly type: "emit";
    }
  | {
      readonly handler: Text;
      readonly args?: Readonly<Record<string, Json>>;
      readonly type: "call";
    }
  | {
      readonly test: Expr;
      readonly then: Actions;
      readonly else?: Actions;
      readonly type: "if";
    };

export type Actions = readonly (Action)[];

/** 权限编码的前半，例如 store:order */
export type Permission2 = string;

export type Field = 
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      /** 缺省 100 */
      readonly maxLength?: number;
      readonly minLength?: number;
      /** 中文检索列 */
      readonly search?: boolean;
      /** 逗号分隔的多个值 */
      readonly multiple?: boolean;
      readonly type: "string";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly maxLength?: number;
      readonly search?: boolean;
      readonly type: "text";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly type: "integer";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly minimum?: number;
      readonly maximum?: number;
      /** 小数位；缺省 2 */
      readonly scale?: number;
      readonly type: "number";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly type: "boolean";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly type: "date";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly type: "datetime";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly type: "time";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly type: "money";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly type: "percent";
    }
  | {
      readonly title: Text;
      readonly tip?: Text;
      readonly column?: Column;
      readonly required?: BoolExpr;
      readonly when?: Expr;
      readonly default?: Json;
      /** 不接受写入，只由填值、计算、状态和钩子改变 */
      readonly readOnly?: boolean;
      /** 缺省的列、查询项、表单中不出现 */
      readonly hidden?: boolean;
      /** 租户内唯一 */
      readonly unique?: boolean;
      /** 建索引；因此成为缺省查询项 */
      readonly index?: boolean;
      readonly dict?: Dict;
      readonly rules?: Rules;
      readonly fill?: Fill;
      readonly value?: Expr;
      readonly snapshot?: Snapshot;
      readonly rollup?: Rollup;
      readonly permission?: FieldPermission;
      readonly widget?: Editor;
      readonly cell?: Cell;
      readonly type: "json";
    };

/** 模型文档 */
export type ModelDocument = {
  readonly $schema?: string;
  /** 语言的版本，不是文档的版本 */
  readonly schemaVersion: 1;
  readonly id: DocId;
  readonly title: Text;
  readonly description?: Text;
  readonly table: Column;
  readonly base: Url;
  readonly permissionPrefix: Permission2;
  /** false：没有新增、编辑、删除、导入 */
  readonly writable?: boolean;
  readonly titleField?: FieldName;
  readonly fields: Readonly<Record<string, Field>>;
  readonly relations?: Readonly<Record<string, 
    | {
        readonly title?: Text;
        readonly model: DocId;
        readonly foreignKey: FieldName;
        readonly order?: FieldName;
        readonly min?: number;
        readonly max?: number;
        /** 缺省 cascade */
        readonly onDelete?: "cascade" | "restrict";
        readonly kind: "one-to-many";
      }
    | {
        readonly title?: Text;
        readonly model: DocId;
        readonly foreignKey: FieldName;
        readonly onDelete?: "cascade" | "restrict";
        readonly kind: "one-to-one";
      }
    | {
        readonly title?: Text;
        readonly pid: FieldName;
        readonly hasChild: FieldName;
        /** 顶层的 pid 值 */
        readonly root: string;
        readonly kind: "tree";
      }>>;
  readonly indexes?: readonly ({
    readonly fields: readonly (FieldName)[];
    readonly unique?: boolean;
    readonly message?: Text;
  })[];
  /** 缺省 createTime desc */
  readonly sort?: readonly ({
    readonly field: FieldName;
    readonly order: "asc" | "desc";
  })[];
  /** 行属于谁；角色再以数据规则收窄 */
  readonly scope?: {
    /** 按部门隔离。true：sysOrgCode 取自会话；字段名：取自该引用的行，或该字段存的部门编码 */
    readonly depart?: FieldName | boolean;
    /** 缺省 true */
    readonly tenant?: boolean;
    /** 按所有者隔离：true = createBy，或用户字段名 */
    readonly owner?: FieldName | boolean;
  };
  readonly states?: {
    readonly field: FieldName;
    /** 哪些状态显示编辑 */
    readonly edit?: readonly (string)[];
    /** 状态之外锁定的字段；值未变的写入照收 */
    readonly locks?: readonly ({
      readonly unless: readonly (string)[];
      /** 缺省：全部字段 */
      readonly fields?: readonly (FieldName)[];
      readonly except?: readonly (FieldName)[];
    })[];
    /** 哪些状态可以删除 */
    readonly delete?: readonly (string)[];
    readonly transitions: Readonly<Record<string, {
      readonly title: Text;
      readonly icon?: Text;
      readonly from: readonly (string)[];
      /** 缺省：状态不变 */
      readonly to?: string;
      readonly permission?: Permission;
      readonly guards?: readonly ({
        readonly expr: Expr;
        readonly message: Text;
      })[];
      readonly confirm?: Template;
      /** 也可对选中的多行 */
      readonly batch?: boolean;
      /** 弹窗询问的字段：本模型的字段，或带 type 的临时字段 */
      readonly ask?: Readonly<Record<string, Field | {
        readonly title?: Text;
        readonly required?: boolean;
        readonly default?: Json;
        readonly rules?: readonly (Rule)[];
        readonly widget?: Editor;
      }>>;
      /** 同时写入的字段 */
      readonly set?: Readonly<Record<string, Json>>;
      /** 同一事务中写其他模型 */
      readonly post?: readonly (
        | {
            readonly model: DocId;
            readonly when?: Expr;
            readonly forEach?: FieldName;
            readonly values: Readonly<Record<string, Json>>;
            readonly type: "insert";
          }
        | {
            readonly model: DocId;
            readonly when?: Expr;
            readonly where: Readonly<Record<string, Json>>;
            readonly values: Readonly<Record<string, Json>>;
            readonly type: "update";
          }
        | {
            readonly model: DocId;
            readonly when?: Expr;
            readonly forEach?: FieldName;
            readonly where: Readonly<Record<string, Json>>;
            readonly field: FieldName;
            readonly by: Expr;
            /** 结果不得低于此值，否则拒绝 */
            readonly min?: number;
            readonly type: "increment";
          })[];
    }>>;
  };
  readonly rules?: readonly (FormRule)[];
  /** 每次改动记数据日志；缺省 true */
  readonly log?: boolean;
  readonly sample?: {
    readonly count?: number;
    readonly fields?: Readonly<Record<string, 
      | {
          readonly values: Readonly<Record<string, number>>;
          /** 留空的比例 */
          readonly blank?: number;
          readonly type: "weights";
        }
      | {
          readonly min: number;
          readonly max: number;
          readonly scale?: number;
          /** 留空的比例 */
          readonly blank?: number;
          readonly type: "range";
        }
      | {
          readonly from: Text;
          readonly to: Text;
          /** 留空的比例 */
          readonly blank?: number;
          readonly type: "dates";
        }
      | {
          readonly field?: FieldName;
          readonly via?: FieldName;
          /** 均匀，或少数行占多数 */
          readonly skew?: "even" | "few-many";
          /** 留空的比例 */
          readonly blank?: number;
          readonly type: "reference";
        }
      | {
          readonly values: readonly (string)[];
          /** 留空的比例 */
          readonly blank?: number;
          readonly type: "pick";
        }
      | {
          readonly pattern: Text;
          readonly type: "sequence";
        }
      | {
          readonly relation: Text;
          readonly field: FieldName;
          readonly type: "sum";
        }
      | {
          readonly kind: "realname" | "mobile" | "idCard" | "bankCard" | "email" | "company" | "address" | "area" | "username" | "sentence";
          /** 留空的比例 */
          readonly blank?: number;
          readonly type: "like";
        }>>;
    readonly relations?: Readonly<Record<string, {
      /** 子行数 → 权重 */
      readonly weights: Readonly<Record<string, number>>;
    }>>;
  };
};

export type Width = number;

/** endpoint */
export type Endpoint = string;

export type GridColumn = FieldName | {
  readonly field: FieldName;
  readonly title?: Text;
  readonly width?: Width;
  readonly fixed?: "left" | "right";
  readonly align?: "left" | "center" | "right";
  readonly summary?: "sum" | "average";
  readonly widget?: Editor;
  readonly cell?: Cell;
  readonly dict?: Dict;
  readonly rules?: readonly (Rule)[];
  readonly default?: Json;
  readonly value?: Expr;
  readonly disabled?: BoolExpr;
  readonly required?: BoolExpr;
  readonly visible?: BoolExpr;
};

export type GridColumnOverride = {
  readonly title?: Text;
  readonly width?: Width;
  readonly fixed?: "left" | "right";
  readonly align?: "left" | "center" | "right";
  readonly summary?: "sum" | "average";
  readonly widget?: Editor;
  readonly cell?: Cell;
  readonly dict?: Dict;
  readonly rules?: readonly (Rule)[];
  readonly default?: Json;
  readonly value?: Expr;
  readonly disabled?: BoolExpr;
  readonly required?: BoolExpr;
  readonly visible?: BoolExpr;
};

export type TableColumn = FieldName | {
  readonly field: FieldName;
  readonly title?: Text;
  readonly width?: Width;
  readonly fixed?: "left" | "right";
  readonly align?: "left" | "center" | "right";
  readonly sortable?: boolean;
  readonly summary?: "sum" | "average";
  readonly cell?: Cell;
  readonly dict?: Dict;
  readonly visible?: BoolExpr;
  readonly groupHeader?: Text;
};

/** 生成菜单行；带权限的按钮生成按钮行 */
export type Menu = {
  /** 上级菜单的标识；缺省为顶层 */
  readonly parent?: string;
  readonly title?: Text;
  readonly icon?: Text;
  readonly sort: number;
  /** route */
  readonly path: string;
  readonly hidden?: boolean;
  readonly keepAlive?: boolean;
};

export type Layout = {
  readonly split?: "vertical" | "horizontal";
  readonly ratio?: number;
  readonly resizable?: boolean;
};

export type On = {
  readonly created?: Actions;
  readonly loaded?: Actions;
};

export type Fields = Readonly<Record<string, Field>>;

export type Source = 
  | {
      readonly model: DocId;
      readonly where?: Readonly<Record<string, Json>>;
      readonly sort?: {
        readonly field: FieldName;
        readonly order?: "asc" | "desc";
      };
      readonly limit?: number;
      readonly type: "model";
    }
  | {
      readonly code: Text;
      readonly type: "cgform";
    }
  | {
      readonly code: Text;
      readonly params?: Readonly<Record<string, Json>>;
      readonly limit?: number;
      readonly type: "cgreport";
    }
  | {
      readonly rows: readonly (Readonly<Record<string, unknown>>)[];
      readonly type: "static";
    }
  | {
      readonly list?: Endpoint;
      readonly get?: Endpoint;
      readonly create?: Endpoint;
      readonly update?: Endpoint;
      readonly remove?: Endpoint;
      readonly removeBatch?: Endpoint;
      readonly save?: Endpoint;
      readonly import?: Endpoint;
      readonly export?: Endpoint;
      readonly params?: Readonly<Record<string, Json>>;
      readonly type: "rest";
    };

export type Button = 
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly view?: Text;
      readonly values?: Readonly<Record<string, Json>>;
      readonly preset: "add";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly view?: Text;
      readonly preset: "addChild";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly view?: Text;
      readonly preset: "edit";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly view?: Text;
      readonly preset: "detail";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly view?: Text;
      readonly preset: "copy";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly preset: "delete";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly preset: "deleteBatch";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly fileName?: Text;
      readonly fields?: readonly (FieldName)[];
      readonly formats?: readonly ("xls" | "xlsx" | "csv")[];
      readonly preset: "export";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly accept?: readonly (".xls" | ".xlsx" | ".csv")[];
      readonly template?: boolean;
      readonly preset: "import";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly view?: Text;
      readonly preset: "print";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly preset: "refresh";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly transition: Text;
      readonly preset: "transition";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly preset: "addRow";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly preset: "removeRows";
    }
  | {
      readonly permission?: Permission;
      readonly label?: Text;
      readonly icon?: Text;
      readonly danger?: boolean;
      readonly visible?: BoolExpr;
      readonly disabled?: BoolExpr;
      readonly confirm?: Template;
      readonly preset: "saveRows";
    } | {
  /** key */
  readonly key: string;
  readonly permission?: Permission;
  readonly label: Text;
  readonly icon?: Text;
  readonly danger?: boolean;
  readonly visible?: BoolExpr;
  readonly disabled?: BoolExpr;
  readonly confirm?: Template;
  readonly do: Actions;
};

export type Query = {
  readonly items?: readonly (FieldName | {
    readonly field: FieldName;
    readonly title?: Text;
    readonly op?: "eq" | "ne" | "like" | "left_like" | "right_like" | "in" | "gt" | "ge" | "lt" | "le" | "range";
    readonly widget?: Editor;
    readonly dict?: Dict;
    readonly default?: Json;
    readonly visible?: BoolExpr;
  })[];
  readonly override?: Readonly<Record<string, {
    readonly title?: Text;
    readonly op?: "eq" | "ne" | "like" | "left_like" | "right_like" | "in" | "gt" | "ge" | "lt" | "le" | "range";
    readonly widget?: Editor;
    readonly dict?: Dict;
    readonly default?: Json;
    readonly visible?: BoolExpr;
  }>>;
  /** 收起时显示几项 */
  readonly collapsedCount?: number;
  /** 高级查询；缺省 true */
  readonly advanced?: boolean;
};

export type Table = {
  /** 写出则只有这些列，按此顺序 */
  readonly columns?: readonly (TableColumn)[];
  /** 在缺省列上改几处 */
  readonly override?: Readonly<Record<string, {
    readonly title?: Text;
    readonly width?: Width;
    readonly fixed?: "left" | "right";
    readonly align?: "left" | "center" | "right";
    readonly sortable?: boolean;
    readonly summary?: "sum" | "average";
    readonly cell?: Cell;
    readonly dict?: Dict;
    readonly visible?: BoolExpr;
    readonly groupHeader?: Text;
  }>>;
  readonly selection?: "none" | "single" | "multiple";
  readonly sort?: {
    readonly field: FieldName;
    readonly order?: "asc" | "desc";
  };
  /** 对整个查询求和，由服务器计算 */
  readonly totals?: readonly (FieldName)[];
  readonly pageSize?: number;
  readonly pageSizes?: readonly (number)[];
  readonly rowNumber?: boolean;
  readonly columnSettings?: boolean;
  readonly height?: number;
  readonly virtual?: boolean;
  readonly rowKey?: FieldName;
  readonly rowStyle?: Expr;
};

export type FormItem = FieldName | {
  readonly group: Text;
  readonly items: readonly (FormItem)[];
  readonly visible?: BoolExpr;
  readonly columns?: 1 | 2 | 3 | 4;
} | {
  readonly tabs: readonly ({
    readonly title: Text;
    readonly items: readonly (FormItem)[];
    readonly visible?: BoolExpr;
  })[];
} | {
  readonly subTable: Detail;
  readonly visible?: BoolExpr;
} | {
  readonly panel: Panel;
  readonly span?: number;
  readonly visible?: BoolExpr;
} | {
  readonly field: FieldName;
  readonly title?: Text;
  readonly tip?: Text;
  readonly span?: number;
  readonly visible?: BoolExpr;
  readonly disabled?: BoolExpr;
  readonly required?: BoolExpr;
  readonly value?: Expr;
  readonly default?: Json;
  readonly dict?: Dict;
  readonly widget?: Editor;
  readonly cell?: Cell;
  readonly on?: {
    readonly change?: Actions;
  };
};

export type View = {
  readonly as?: "modal" | "drawer" | "page";
  readonly title?: Template;
  readonly width?: Width;
  readonly columns?: 1 | 2 | 3 | 4;
  /** 可切换全屏 */
  readonly fullscreen?: boolean;
  /** 缺省：模型的全部可见字段 */
  readonly items?: readonly (FormItem)[];
  readonly override?: Readonly<Record<string, {
    readonly title?: Text;
    readonly tip?: Text;
    readonly span?: number;
    readonly visible?: BoolExpr;
    readonly disabled?: BoolExpr;
    readonly required?: BoolExpr;
    readonly value?: Expr;
    readonly default?: Json;
    readonly dict?: Dict;
    readonly widget?: Editor;
    readonly cell?: Cell;
    readonly on?: {
      readonly change?: Actions;
    };
  }>>;
  /** 详情顶部的步骤条 */
  readonly steps?: {
    readonly field: FieldName;
    readonly values: readonly (string)[];
  };
  /** 只在本表单有效；模型的规则总是有效 */
  readonly rules?: readonly (FormRule)[];
  readonly on?: {
    readonly opened?: Actions;
    readonly saved?: Actions;
  };
};

export type RowActions = {
  /** 直接显示几个，其余收入“更多” */
  readonly inline?: number;
  readonly width?: Width;
  readonly items: readonly (Button)[];
};

export type Detail = 
  | {
      readonly relation?: FieldName;
      readonly source?: Source;
      readonly link?: {
        readonly field: FieldName;
        readonly masterField: FieldName;
      };
      readonly title?: Text;
      readonly visible?: BoolExpr;
      /** 写出则只有这些列 */
      readonly columns?: readonly (GridColumn)[];
      readonly override?: Readonly<Record<string, GridColumnOverride>>;
      readonly editable?: BoolExpr;
      readonly alwaysEdit?: boolean;
      readonly height?: number;
      readonly rowHeight?: number;
      readonly rowNumber?: boolean;
      readonly selection?: "none" | "single" | "multiple";
      /** 按关系的 order 字段排序 */
      readonly dragSort?: boolean;
      readonly disabledRows?: Expr;
      readonly liveUpdate?: {
        readonly socketKey: Text;
      };
      readonly toolbar?: readonly (Button)[];
      readonly on?: {
        readonly saved?: Actions;
        readonly change?: Actions;
      };
      readonly kind: "table";
    }
  | {
      readonly relation?: FieldName;
      readonly source?: Source;
      readonly link?: {
        readonly field: FieldName;
        readonly masterField: FieldName;
      };
      readonly title?: Text;
      readonly visible?: BoolExpr;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        readonly field: FieldName;
        readonly values?: readonly (string)[];
        readonly counts?: boolean;
      };
      readonly query?: Query;
      readonly table?: Table;
      readonly toolbar?: readonly (Button)[];
      readonly rowActions?: RowActions;
      readonly views?: Readonly<Record<string, View>>;
      readonly kind: "list";
    }
  | {
      readonly relation?: FieldName;
      readonly source?: Source;
      readonly link?: {
        readonly field: FieldName;
        readonly masterField: FieldName;
      };
      readonly title?: Text;
      readonly visible?: BoolExpr;
      readonly columns?: 1 | 2 | 3 | 4;
      readonly items?: readonly (FormItem)[];
      readonly kind: "form";
    };

export type Panel = 
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly value: Expr;
      readonly compare?: Expr;
      readonly format?: "number" | "money" | "percent";
      readonly icon?: Text;
      readonly type: "stat";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly x: FieldName;
      readonly y: readonly (FieldName)[];
      readonly type: "line";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly x: FieldName;
      readonly y: readonly (FieldName)[];
      readonly type: "area";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly x: FieldName;
      readonly y: readonly (FieldName)[];
      readonly horizontal?: boolean;
      readonly stacked?: boolean;
      readonly type: "bar";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly name: FieldName;
      readonly value: FieldName;
      readonly type: "pie";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly name: FieldName;
      readonly value: FieldName;
      readonly limit?: number;
      readonly type: "rank";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly columns: readonly (TableColumn)[];
      readonly type: "table";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly text: Template;
      readonly type: "text";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      /** 页面标识或菜单路径；无权者不显示 */
      readonly items: readonly (Text)[];
      readonly type: "shortcuts";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly limit?: number;
      readonly type: "notices";
    }
  | {
      readonly title?: Text;
      /** 24 栅格 */
      readonly span?: number;
      readonly height?: number;
      readonly source?: Source;
      readonly visible?: BoolExpr;
      readonly do?: Actions;
      readonly limit?: number;
      readonly type: "my-tasks";
    };

/** 页面文档 */
export type ScreenDocument = 
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source?: Source;
      readonly fields?: Fields;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        readonly field: FieldName;
        readonly values?: readonly (string)[];
        readonly counts?: boolean;
      };
      readonly query?: Query;
      readonly table?: Table;
      readonly toolbar?: readonly (Button)[];
      readonly rowActions?: RowActions;
      readonly views?: Readonly<Record<string, View>>;
      readonly kind: "list";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source?: Source;
      readonly fields?: Fields;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        readonly field: FieldName;
        readonly values?: readonly (string)[];
        readonly counts?: boolean;
      };
      readonly query?: Query;
      readonly table?: Table;
      readonly toolbar?: readonly (Button)[];
      readonly rowActions?: RowActions;
      readonly views?: Readonly<Record<string, View>>;
      readonly kind: "tab-list";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source?: Source;
      readonly fields?: Fields;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        readonly field: FieldName;
        readonly values?: readonly (string)[];
        readonly counts?: boolean;
      };
      readonly query?: Query;
      readonly table?: Table;
      readonly toolbar?: readonly (Button)[];
      readonly rowActions?: RowActions;
      readonly views?: Readonly<Record<string, View>>;
      /** 树的选项 */
      readonly tree?: {
        readonly relation?: FieldName;
        readonly titleField?: FieldName;
        readonly lazy?: boolean;
        readonly expandLevel?: number;
        /** 左侧是另一个模型的树，右侧是列表 */
        readonly side?: {
          readonly width?: Width;
          readonly model: DocId;
          readonly field: FieldName;
        };
      };
      readonly kind: "tree-list";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        readonly field: FieldName;
        readonly values?: readonly (string)[];
        readonly counts?: boolean;
      };
      readonly query?: Query;
      readonly table?: Table;
      readonly toolbar?: readonly (Button)[];
      readonly rowActions?: RowActions;
      readonly views?: Readonly<Record<string, View>>;
      readonly details: readonly (Detail)[];
      readonly layout?: Layout;
      readonly kind: "erp-list";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      /** 列表上方按字典分页签 */
      readonly tabs?: {
        readonly field: FieldName;
        readonly values?: readonly (string)[];
        readonly counts?: boolean;
      };
      readonly query?: Query;
      readonly table?: Table;
      readonly toolbar?: readonly (Button)[];
      readonly rowActions?: RowActions;
      readonly views?: Readonly<Record<string, View>>;
      readonly details: readonly (Detail)[];
      readonly layout?: Layout;
      readonly kind: "inner-list";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source: Source;
      /** 报表参数，发送为 self_名称 */
      readonly params?: Readonly<Record<string, {
        readonly title?: Text;
        readonly from?: "query" | "path" | "fixed";
        readonly value?: Json;
        readonly required?: boolean;
      }>>;
      readonly query?: Query;
      readonly table?: Table;
      readonly panels?: readonly (Panel)[];
      readonly toolbar?: readonly (Button)[];
      readonly kind: "report";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source?: Source;
      readonly fields?: Fields;
      readonly view?: View;
      readonly toolbar?: readonly (Button)[];
      readonly kind: "form";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source?: Source;
      readonly fields?: Fields;
      readonly view?: View;
      readonly toolbar?: readonly (Button)[];
      readonly kind: "detail";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly panels: readonly (Panel)[];
      /** 自动刷新，秒 */
      readonly refresh?: number;
      readonly kind: "dashboard";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title?: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      readonly source?: Source;
      readonly query?: Query;
      /** 写出则只有这些列 */
      readonly columns?: readonly (GridColumn)[];
      readonly override?: Readonly<Record<string, GridColumnOverride>>;
      readonly editable?: BoolExpr;
      readonly alwaysEdit?: boolean;
      readonly height?: number;
      readonly rowHeight?: number;
      readonly rowNumber?: boolean;
      readonly selection?: "none" | "single" | "multiple";
      /** 按关系的 order 字段排序 */
      readonly dragSort?: boolean;
      readonly disabledRows?: Expr;
      readonly liveUpdate?: {
        readonly socketKey: Text;
      };
      readonly toolbar?: readonly (Button)[];
      readonly kind: "table";
    }
  | {
      readonly $schema?: string;
      /** 语言的版本，不是文档的版本 */
      readonly schemaVersion: 1;
      readonly id?: DocId;
      readonly title: Text;
      readonly description?: Text;
      readonly extends?: DocId;
      readonly model?: DocId;
      readonly permissionPrefix?: Permission2;
      readonly menu?: Menu;
      readonly on?: On;
      /** 已注册的 React 页面 */
      readonly component?: string;
      readonly params?: Readonly<Record<string, Json>>;
      readonly panels?: readonly (Panel)[];
      readonly kind: "page";
    };

export type RowValue = unknown;

/** 数据文档 */
export type DataDocument = {
  readonly $schema?: string;
  readonly schemaVersion: 1;
  readonly description?: Text;
  readonly model: DocId;
  /** 业务键：启动时按它写入或更新 */
  readonly key: readonly (FieldName)[];
  /** 只在演示数据中写入 */
  readonly when?: "demo";
  readonly rows: readonly (Readonly<Record<string, RowValue>>)[];
};

export type Given = {
  readonly user?: {
    readonly username?: string;
    readonly realname?: string;
    readonly orgCode?: string;
    readonly roles?: readonly (string)[];
  };
  /** 缺省：全部 */
  readonly permissions?: readonly (Permission)[];
  readonly now?: string;
  /** 列表里的行 */
  readonly rows?: readonly (Readonly<Record<string, unknown>>)[];
  /** 缺省：随产品交付的字典 */
  readonly dicts?: Readonly<Record<string, readonly ({
    readonly value: string;
    readonly text: Text;
    readonly color?: string;
    readonly disabled?: boolean;
  })[]>>;
};

/** 页面测试文档 */
export type ScreenTestDocument = {
  readonly $schema?: string;
  readonly schemaVersion: 1;
  readonly screen: DocId;
  readonly given?: Given;
  readonly cases: readonly ({
    readonly title: Text;
    readonly given?: Given;
    readonly steps?: readonly (
      | {
          readonly view: Text;
          readonly mode?: "add" | "edit" | "detail" | "copy";
          readonly row?: string;
          readonly do: "open";
        }
      | {
          readonly field: FieldName;
          readonly value: unknown;
          readonly relation?: FieldName;
          readonly index?: number;
          readonly do: "fill";
        }
      | {
          readonly relation: FieldName;
          readonly values?: Readonly<Record<string, unknown>>;
          readonly do: "addRow";
        }
      | {
          readonly relation: FieldName;
          readonly index: number;
          readonly do: "removeRow";
        }
      | {
          readonly button: Text;
          readonly row?: string;
          /** 回答确认框；缺省 true */
          readonly confirm?: boolean;
          readonly do: "click";
        }
      | {
          readonly rows: readonly (string)[];
          readonly do: "select";
        }
      | {
          readonly values: Readonly<Record<string, unknown>>;
          readonly do: "query";
        }
      | {
          readonly to: Endpoint;
          readonly with: unknown;
          readonly do: "reply";
        })[];
    readonly expect: readonly (
      | {
          readonly field?: FieldName;
          readonly button?: Text;
          readonly column?: FieldName;
          /** 行的 id */
          readonly row?: string;
          readonly relation?: FieldName;
          readonly index?: number;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "visible";
        }
      | {
          readonly field?: FieldName;
          readonly button?: Text;
          readonly column?: FieldName;
          /** 行的 id */
          readonly row?: string;
          readonly relation?: FieldName;
          readonly index?: number;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "disabled";
        }
      | {
          readonly field?: FieldName;
          readonly button?: Text;
          readonly column?: FieldName;
          /** 行的 id */
          readonly row?: string;
          readonly relation?: FieldName;
          readonly index?: number;
          /** 缺省 true */
          readonly equals?: boolean;
          readonly check: "required";
        }
      | {
          readonly field: FieldName;
          readonly relation?: FieldName;
          readonly index?: number;
          readonly equals: unknown;
          readonly check: "value";
        }
      | {
          readonly field: FieldName;
          readonly equals: readonly (string)[];
          readonly check: "options";
        }
      | {
          readonly field?: FieldName;
          readonly relation?: FieldName;
          readonly index?: number;
          readonly text: Text;
          readonly check: "error";
        }
      | {
          readonly to: Endpoint;
          readonly params?: Readonly<Record<string, unknown>>;
          readonly data?: Readonly<Record<string, unknown>>;
          readonly times?: number;
          readonly check: "request";
        }
      | {
          readonly count?: number;
          readonly ids?: readonly (string)[];
          readonly check: "rows";
        }
      | {
          readonly level?: "success" | "info" | "warning" | "error";
          readonly text: Text;
          readonly check: "message";
        }
      | {
          readonly view: Text;
          readonly equals?: boolean;
          readonly check: "closed";
        })[];
  })[];
};
