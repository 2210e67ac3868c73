import Table from 'cli-table3';

/** A column of a table: as wide as its longest cell unless it says how wide. */
export interface Column {
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

const noLines = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '' },
};

/** The lines of a table without a frame, one for each row. Cells may be coloured; what is too long for its column is cut. */
export function tableLines(rows: readonly (readonly string[])[], columns: readonly Column[]): string[] {
  if (rows.length === 0) return [];
  const table = new Table({
    chars: noLines,
    style: { 'padding-left': 0, 'padding-right': 0 },
    colWidths: columns.map(({ width }) => width ?? null),
    colAligns: columns.map(({ align }) => align ?? 'left'),
  });
  table.push(...rows.map((cells) => [...cells]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}
