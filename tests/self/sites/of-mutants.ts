import path from 'node:path';
import { plan } from '../../../harness/judging/plan.ts';
import { catalogue } from '../../checks/index.ts';
import { cache } from '../mutants/cache.ts';
import { readLog } from '../mutants/log.ts';
import { prepared } from '../mutants/prepared.ts';
import { compile, withMutant } from '../mutants/switched.ts';
import { contract, judgeAll, trial } from '../proofs/judge-service.ts';
import { watched } from './spy.ts';
import type { Subject } from './subjects.ts';

/** The mutants that a row has killed since anything changed, each with that row; `npm run mutants` finds them. */
export async function killedMutants(seed: number): Promise<readonly Subject[]> {
  const { code, mutants, digest } = await prepared(seed);
  const load = compile(code);
  const planned = new Map(plan(catalogue, contract).map((row) => [row.id, row]));
  const killers = new Map(
    readLog(path.join(cache, 'mutants.ndjson')).flatMap((entry) =>
      entry.digest === digest && entry.outcome === 'killed' ? [[entry.key, entry.row]] : [],
    ),
  );
  return mutants.flatMap(({ id, key }): Subject[] => {
    const row = planned.get(killers.get(key) ?? '');
    if (!row) return [];
    const fire: Subject['fire'] = async (sites) => {
      const found = new Set<string>();
      const against = withMutant(load, id);
      const rows = watched([row], sites, (site) => found.add(site.key));
      if (against) await judgeAll(trial({ against, seed }), rows);
      return found;
    };
    return [{ id: `mutant ${key}`, kind: 'mutant', fire }];
  });
}
