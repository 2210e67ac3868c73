/** Rows by id, in the order in which they were put. Rows are replaced, never changed. */
export interface Table<Row extends { readonly id: string }> {
  readonly get: (id: string) => Row | undefined;
  /** All rows; the same array until the next `put`, so that what is derived from it can be kept. */
  readonly list: () => readonly Row[];
  /** Adds the row, or replaces the one with its id in place. */
  readonly put: (row: Row) => void;
}

/** Rows that many tables may share, because a table copies them before its first change. */
export interface SharedRows<Row> {
  readonly rows: readonly Row[];
  readonly byId: ReadonlyMap<string, Row>;
}

/** Makes rows ready for sharing. */
export function shareRows<Row extends { readonly id: string }>(rows: readonly Row[]): SharedRows<Row> {
  return { rows, byId: new Map(rows.map((row) => [row.id, row])) };
}

/** A table over shared rows; costs nothing until the first `put`. */
export function tableOver<Row extends { readonly id: string }>(shared: SharedRows<Row>): Table<Row> {
  let rows: readonly Row[] | undefined = shared.rows;
  let own: Map<string, Row> | undefined;

  return {
    get: (id) => (own ?? shared.byId).get(id),
    list: () => {
      rows ??= [...(own ?? shared.byId).values()];
      return rows;
    },
    put: (row) => {
      own ??= new Map(shared.byId);
      own.set(row.id, row);
      rows = undefined;
    },
  };
}
