import { type Budget, budgetFor } from '../../../harness/http/budget.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import type { Run } from '../../../harness/run/run.ts';
import { onceForAll } from '../once-for-all.ts';
import type { ReferenceRow } from './floor.ts';
import { judgeAll, trial } from './judge-service.ts';

/** What a whole run against the reference service shows. */
export interface SharedRun {
  readonly rows: readonly ReferenceRow[];
  /** What was asked of the profile's readings. */
  readonly asked: readonly string[];
}

/**
 * A whole run that writes, against the reference service, made once for all workers. At standard effort it has nine tenths
 * of its budget: a target that answers otherwise than the reference costs some requests more.
 */
export function sharedRun(effort: Effort): Promise<SharedRun> {
  return onceForAll(`reference-${effort}`, async () => {
    const asked = new Set<string>();
    const budget = effort === 'standard' ? nineTenths(true) : undefined;
    const rows = await judgeAll(listening(trial({ effort, ...(budget ? { budget } : {}) }), asked));
    return {
      rows: rows.map(({ id, verdict, reason, counterexample }) => ({
        ...{ id, verdict, reason },
        ...(counterexample && { counterexample }),
      })),
      asked: [...asked],
    };
  });
}

/** A budget for a standard run that is tight. */
export function nineTenths(write: boolean): Budget {
  const { requests, writes, ...others } = budgetFor('standard', write, { creations: 600 });
  return { ...others, requests: Math.floor(requests * 0.9), writes: Math.floor(writes * 0.9) };
}

/** The same session, which notes what is asked of the profile's readings. */
function listening(run: Run, asked: Set<string>): Run {
  const readings = new Proxy(run.settings.readings, {
    get(all, gap) {
      asked.add(String(gap));
      return all[String(gap)];
    },
  });
  return { ...run, settings: { ...run.settings, readings } };
}
