import { tableLines } from '../reports/terminal/table.ts';
import type { Catalogue } from './catalogue.ts';

/** The size of the suite. */
export interface Numbers {
  readonly clauses: {
    readonly must: number;
    readonly inferred: number;
    readonly may: number;
    readonly info: number;
  };
  /** Clauses with a check. */
  readonly judged: number;
  /** Clauses without a check, with a reason. */
  readonly notTested: number;
  /** Clauses without a check and without a reason. */
  readonly open: number;
  readonly checks: number;
  readonly rows: number;
  readonly faults: number;
  readonly gaps: number;
  readonly variants: number;
}

/** Counts the parts of the suite. */
export function countAll({ contract, checks, rows, faults, variants }: Catalogue): Numbers {
  const clauses = [...contract.clauses.values()];
  const at = (level: string) => clauses.filter((clause) => clause.level === level).length;
  const judged = new Set(checks.map(({ clause }) => clause));
  const rest = clauses.filter(({ id }) => !judged.has(id));
  const reasoned = rest.filter(({ notTested }) => notTested !== undefined);
  return {
    clauses: { must: at('must'), inferred: at('inferred'), may: at('may'), info: at('info') },
    judged: clauses.length - rest.length,
    notTested: reasoned.length,
    open: rest.length - reasoned.length,
    checks: checks.length,
    rows: rows.length,
    faults: faults.length,
    gaps: contract.gaps.size,
    variants: variants.length,
  };
}

/** The numbers as text, one line each. */
export function formatNumbers({ clauses, judged, notTested, open, ...rest }: Numbers): string {
  const all = clauses.must + clauses.inferred + clauses.may + clauses.info;
  const levels = `${clauses.must} must, ${clauses.inferred} inferred, ${clauses.may} may, ${clauses.info} info`;
  const lines: (readonly [name: string, amount: number, note: string])[] = [
    ['clauses', all, levels],
    ['', judged, 'judged by checks'],
    ['', notTested, 'with a reason why they are not'],
    ['', open, 'with neither'],
    ['checks', rest.checks, ''],
    ['rows', rest.rows, 'clause x check x operation, against the reference service'],
    ['faults', rest.faults, 'each turns its check red'],
    ['gaps', rest.gaps, 'places that the interface leaves open'],
    ['variants', rest.variants, 'permitted choices on which nothing turns red'],
  ];
  const rows = lines
    .filter(([name, amount]) => name !== '' || amount > 0)
    .map(([name, amount, note]) => [name, String(amount), '', note]);
  return tableLines(rows, [{ width: 9 }, { width: 6, align: 'right' }, { width: 2 }, {}]).join('\n');
}
