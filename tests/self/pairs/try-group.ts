import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { combined } from '../../../reference/variants/combine.ts';
import type { Variant } from '../../../reference/variants/kit/variant.ts';
import { catalogue } from '../../checks/index.ts';
import { contractWith, judgeAll, trial } from '../proofs/judge-service.ts';
import { reduced } from './reduce.ts';

/** An accusation of a service that uses several freedoms, and the fewest of them that show it. */
export interface Accusation {
  readonly row: string;
  readonly reason: string;
  readonly variants: readonly string[];
}

/** What the whole catalogue accuses a group of. */
export async function accusationsOf(group: readonly Variant[], seed: number): Promise<Accusation[]> {
  const contradiction = contradictionIn(group);
  if (contradiction !== undefined) {
    const variants = await reduced(group, async (part) => contradictionIn(part) !== undefined);
    return [{ row: 'the overlays together', reason: contradiction, variants: variants.map(({ id }) => id) }];
  }
  const found: Accusation[] = [];
  for (const { id, reason } of guilty(await judged(group, seed))) {
    // One group of variants is mostly accused in many rows.
    const again = found.find(({ reason: other }) => other === reason);
    const parts = again ? group.filter((one) => again.variants.includes(one.id)) : group;
    const shows = async (part: readonly Variant[]) =>
      guilty(await judged(part, seed, (row) => related(row, id))).some((row) => row.id === id);
    const fewest = await reduced((await shows(parts)) ? parts : group, shows);
    found.push({ row: id, reason, variants: fewest.map((one) => one.id) });
  }
  return found;
}

/** What the loader of contracts says against the overlays of a group. */
function contradictionIn(group: readonly Variant[]): string | undefined {
  try {
    contractWith(combined(group));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The row, and for a schema row whatever is judged on its operation before. */
function related(row: Planned, id: string): boolean {
  return row.id === id || (id.includes('/schema @ ') && id.endsWith(` @ ${row.op.id}`));
}

async function judged(
  group: readonly Variant[],
  seed: number,
  chosen: (row: Planned) => boolean = () => true,
): Promise<Row[]> {
  const run = trial({ variant: combined(group), seed });
  return judgeAll(run, plan(catalogue, run.contract).filter(chosen));
}

function guilty(rows: readonly Row[]): Row[] {
  return rows.filter(({ verdict }) => verdict === 'fail' || verdict === 'suiteError');
}
