const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Aggregates, window functions and plain functions that read nothing but their arguments. */
export const allowedFunctions: ReadonlySet<string> = new Set(
  words(`
    count sum avg min max string_agg array_agg bool_and bool_or every stddev stddev_pop stddev_samp
    variance var_pop var_samp corr covar_pop covar_samp regr_slope regr_intercept regr_r2
    percentile_cont percentile_disc mode
    row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
    lower upper initcap length char_length character_length octet_length left right substring substr
    trim btrim ltrim rtrim replace translate concat concat_ws split_part strpos position overlay reverse
    lpad rpad starts_with ascii chr md5 to_char to_number to_date to_timestamp
    regexp_replace regexp_match regexp_count regexp_like regexp_substr similar_to_escape like_escape
    abs ceil ceiling floor round trunc mod div power sqrt cbrt exp ln log log10 sign width_bucket gcd lcm
    now date_trunc date_part extract age make_date make_interval make_timestamp timezone
    justify_days justify_hours justify_interval isfinite transaction_timestamp statement_timestamp
    array_length array_to_string array_position cardinality unnest string_to_array
    generate_series num_nulls num_nonnulls
    bool text int4 int8 numeric float8 date
  `),
);

/** They make long texts out of short ones: their length has to be written out, and is at most this. */
export const paddingFunctions: ReadonlySet<string> = new Set(["lpad", "rpad"]);
export const longestPadding = 1_000;

export const allowedTypes: ReadonlySet<string> = new Set(
  words(`
    text varchar bpchar int2 int4 int8 smallint integer bigint numeric decimal float4 float8 real
    bool boolean date time timestamp timestamptz interval
  `),
);

export const allowedOperators: ReadonlySet<string> = new Set(
  words(`
    = <> != < <= > >= + - * / % ^ || ~ ~* !~ !~* ~~ !~~ ~~* !~~* && @> <@ |/
    BETWEEN BETWEEN_SYMMETRIC
  `).concat("NOT BETWEEN", "BETWEEN SYMMETRIC", "NOT BETWEEN SYMMETRIC"),
);

/** `CURRENT_USER` and its like tell about the server, not about the rows. */
export const allowedValueFunctions: ReadonlySet<string> = new Set(
  words(`
    SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
    SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N
  `),
);

export const allowedSubLinks: ReadonlySet<string> = new Set(
  words("EXISTS_SUBLINK ANY_SUBLINK ALL_SUBLINK EXPR_SUBLINK ARRAY_SUBLINK"),
);

/** Columns that every table of the database has and no model names. */
export const systemColumns: ReadonlySet<string> = new Set(words("ctid xmin xmax cmin cmax tableoid oid"));

/** Names that the database gives columns without one. */
export const impliedNames: readonly string[] = words(`
  case coalesce greatest least nullif row array exists bool grouping extract date_part timezone overlay btrim ltrim rtrim
  substring position current_date current_time current_timestamp localtime localtimestamp ordinality
`);

/** What people call the constructs that are refused. */
export const refusedConstructs: Readonly<Record<string, string>> = {
  InsertStmt: "INSERT",
  UpdateStmt: "UPDATE",
  DeleteStmt: "DELETE",
  MergeStmt: "MERGE",
  CopyStmt: "COPY",
  DoStmt: "DO",
  CallStmt: "CALL",
  VariableSetStmt: "SET",
  VariableShowStmt: "SHOW",
  ExplainStmt: "EXPLAIN",
  CreateTableAsStmt: "CREATE TABLE AS",
  PrepareStmt: "PREPARE",
  ExecuteStmt: "EXECUTE",
  DeclareCursorStmt: "DECLARE",
  NotifyStmt: "NOTIFY",
  ListenStmt: "LISTEN",
  LockStmt: "LOCK",
  TransactionStmt: "事务语句",
  RangeTableSample: "TABLESAMPLE",
  RangeTableFunc: "XMLTABLE",
  JsonTable: "JSON_TABLE",
  XmlExpr: "XML 函数",
  XmlSerialize: "XML 函数",
  CollateClause: "COLLATE",
  CTESearchClause: "SEARCH",
  CTECycleClause: "CYCLE",
  ColumnDef: "列定义",
};

/** The same for a part of an allowed one. */
export const refusedParts: Readonly<Record<string, string>> = {
  intoClause: "SELECT INTO",
  lockingClause: "FOR UPDATE",
  schemaname: "模式名",
  catalogname: "数据库名",
  coldeflist: "列定义",
  useOp: "USING 排序",
  func_variadic: "VARIADIC",
  setof: "SETOF",
  pct_type: "%TYPE",
  search_clause: "SEARCH",
  cycle_clause: "CYCLE",
  bsval: "位串",
  indirection: "列的下标",
  ignore_nulls: "IGNORE NULLS",
};
