import { faults } from '../../../reference/faults/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { silences } from './floor.ts';
import { accusations, judgeAll, judgeBefore, rowsOf, trial } from './judge-service.ts';

/** Something that the proofs show: that a fault is found, or that a conforming service is accused of nothing. */
export interface Subject {
  readonly id: string;
  readonly kind: 'fault' | 'service';
  /** What may be told of it in a table. */
  readonly about: string;
  /** Tries it with one seed; what speaks against it, a line each. */
  readonly tryWith: (seed: number) => Promise<readonly string[]>;
}

const power: readonly Subject[] = faults.map((fault) => ({
  id: fault.id,
  kind: 'fault',
  about: `${fault.depth} | ${fault.on.length}`,
  tryWith: async (seed) => {
    const run = trial({ wrap: fault.wrap, seed });
    await judgeBefore(run, fault.check, fault.on);
    const judged = await judgeAll(run, rowsOf(fault.check, fault.on));
    const rows = new Map(judged.map((row) => [row.operation, row]));
    return fault.on.flatMap((operation) => {
      const { verdict = 'no row', reason = '' } = rows.get(operation) ?? {};
      return verdict === 'fail' ? [] : [`${fault.check} @ ${operation}: ${verdict}: ${reason}`];
    });
  },
}));

const soundness: readonly Subject[] = [undefined, ...variants].map((variant) => ({
  id: variant?.id ?? 'the reference service',
  kind: 'service',
  about: variant?.fills.join(', ') ?? '',
  tryWith: async (seed) => {
    const rows = await judgeAll(trial(variant ? { variant, seed } : { seed }));
    return [...accusations(rows), ...(variant ? await silences(variant.id, rows) : [])];
  },
}));

/** Every fault at the operations it names, and every conforming service with the whole catalogue. */
export const subjects: readonly Subject[] = [...power, ...soundness];
