export interface RefusedChange {
  readonly table: string;
  readonly reason: string;
  /** The statement that was not run. */
  readonly statement: string;
}

/** The documents ask for changes that would lose data. Nothing was changed; `message` is Chinese and lists them. */
export class TableChangeRefused extends Error {
  readonly changes: readonly RefusedChange[];

  constructor(changes: readonly RefusedChange[]) {
    const lines = changes.map(({ table, reason, statement }) => `  表 ${table}：${reason}\n    ${statement}`);
    super(
      `模型的改动会丢失数据，未做任何修改：\n${lines.join("\n")}\n` +
        "请改回模型，或用 renamedFrom 说明字段改名，或备份后手工执行以上语句，再重新启动。",
    );
    this.changes = changes;
  }
}
