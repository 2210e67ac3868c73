import type { Row } from '../../../harness/judging/row.ts';
import { faults } from '../../../reference/faults/index.ts';
import { combined } from '../../../reference/variants/combine.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';
import { referenceRows, silences } from './floor.ts';
import { alone, groupsOf } from './groups.ts';
import { accusations, fewShrinks, judgeAll, judgeBefore, rowsOf, trial } from './judge-service.ts';

/** Something that the proofs show: that a fault is found, or that a conforming service is accused of nothing. */
export interface Subject {
  readonly id: string;
  readonly kind: 'fault' | 'service';
  /** What may be told of it in a table. */
  readonly about: string;
  /** Tries it with one seed; what speaks against it, a line each. */
  readonly tryWith: (seed: number) => Promise<readonly string[]>;
}

/** Every fault, at the operations that it names. */
export const power: readonly Subject[] = faults.map((fault) => ({
  id: fault.id,
  kind: 'fault',
  about: `${fault.depth} | ${fault.on.length}`,
  tryWith: async (seed) => {
    const run = trial({ wrap: fault.wrap, seed, shrinks: fewShrinks });
    await judgeBefore(run, fault.check, fault.on);
    const judged = await judgeAll(run, rowsOf(fault.check, fault.on));
    const rows = new Map(judged.map((row) => [row.operation, row]));
    return fault.on.flatMap((operation) => {
      const { verdict = 'no row', reason = '' } = rows.get(operation) ?? {};
      return verdict === 'fail' ? [] : [`${fault.check} @ ${operation}: ${verdict}: ${reason}`];
    });
  },
}));

/** On every other seed rows stand side by side, as many as on a run that nobody slows down. */
const rowsAtOnce = (seed: number) => (seed % 2 === 0 ? 8 : 1);

/** A conforming service: the reference, or one that uses some freedoms. */
function soundness(freedoms: readonly Variant[]): Subject {
  const variant = freedoms.length > 0 ? combined(freedoms) : undefined;
  return {
    id: variant?.id ?? 'the reference service',
    kind: 'service',
    about: variant?.fills.join(', ') ?? '',
    tryWith: async (seed) => {
      const run = trial(variant ? { variant, seed } : { seed });
      const rows = await judgeAll(run, undefined, rowsAtOnce(seed));
      return [...accusations(rows), ...(variant ? await silencesOf(freedoms, variant.id, rows) : [])];
    },
  };
}

/**
 * What speaks against a run that judges next to nothing. Several freedoms leave open what each leaves open, so that
 * where they leave too much, each is judged alone: none may leave too much by itself, nor all more than each.
 */
async function silencesOf(
  freedoms: readonly Variant[],
  id: string,
  rows: readonly Row[],
): Promise<readonly string[]> {
  const against = await silences(id, rows);
  if (against.length === 0 || freedoms.length === 1) return against;
  const alone: string[] = [];
  let left = await referenceRows('standard');
  for (const freedom of freedoms) {
    const ofFreedom = await rowsAlone(freedom);
    alone.push(...(await silences(freedom.id, ofFreedom)));
    const passing = new Set(ofFreedom.filter(({ verdict }) => verdict === 'pass').map((row) => row.id));
    left = left.filter((row) => passing.has(row.id));
  }
  return [...alone, ...(await silences(id, rows, 'standard', async () => left))];
}

const judgedAlone = new Map<Variant, Promise<readonly Row[]>>();

/** The rows of a service that uses one freedom, judged once by this process. */
function rowsAlone(variant: Variant): Promise<readonly Row[]> {
  const known = judgedAlone.get(variant) ?? judgeAll(trial({ variant }));
  judgedAlone.set(variant, known);
  return known;
}

/**
 * Every fault at the operations it names, and every conforming service with the whole catalogue.
 *
 * @param together so many freedoms are used by one service, but for those that stand alone
 */
export function subjectsOf(together: number): readonly Subject[] {
  const services = [...groupsOf(together), ...alone.map((variant) => [variant])];
  return [...power, soundness([]), ...services.map(soundness)];
}
