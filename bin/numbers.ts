import type { Check } from '../harness/judging/check.ts';
import { plan } from '../harness/judging/plan.ts';
import type { Contract } from '../spec/contract.ts';

/** The size of the suite. */
export interface Numbers {
  readonly clauses: { readonly must: number; readonly may: number; readonly info: number };
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

/** Counts the parts of the suite. `proofs` holds the numbers of faults and variants. */
export function countAll(
  contract: Contract,
  catalogue: readonly Check[],
  proofs: { readonly faults: number; readonly variants: number },
): Numbers {
  const clauses = [...contract.clauses.values()];
  const at = (level: string) => clauses.filter((clause) => clause.level === level).length;
  const judged = new Set(catalogue.map(({ clause }) => clause));
  const rest = clauses.filter(({ id }) => !judged.has(id));
  const reasoned = rest.filter(({ notTested }) => notTested !== undefined);
  return {
    clauses: { must: at('must'), may: at('may'), info: at('info') },
    judged: clauses.length - rest.length,
    notTested: reasoned.length,
    open: rest.length - reasoned.length,
    checks: catalogue.length,
    rows: plan(catalogue, contract).length,
    faults: proofs.faults,
    gaps: contract.gaps.size,
    variants: proofs.variants,
  };
}

/** The numbers as text, one line each. */
export function formatNumbers({ clauses, judged, notTested, open, ...rest }: Numbers): string {
  const all = clauses.must + clauses.may + clauses.info;
  const levels = `${clauses.must} must, ${clauses.may} may, ${clauses.info} info`;
  const lines: [string, number, string][] = [
    ['clauses', all, levels],
    ['', judged, 'judged by checks'],
    ['', notTested, 'with a reason why they are not'],
    ...(open > 0 ? [['', open, 'with neither'] as [string, number, string]] : []),
    ['checks', rest.checks, ''],
    ['rows', rest.rows, 'clause x check x operation, against the reference service'],
    ['faults', rest.faults, 'each turns its check red'],
    ['gaps', rest.gaps, 'places that the interface leaves open'],
    ['variants', rest.variants, 'permitted choices on which nothing turns red'],
  ];
  return lines
    .map(([name, amount, note]) => `${name.padEnd(9)}${String(amount).padStart(6)}  ${note}`.trimEnd())
    .join('\n');
}
