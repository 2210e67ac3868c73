import type { Journal } from '../../../harness/run/journal.ts';
import type { Run } from '../../../harness/run/run.ts';
import { residueLine, residueOf } from '../../../harness/safety/residue.ts';
import { plural } from '../../../reports/terminal/layout.ts';
import type { Contract } from '../../../spec/contract.ts';
import type { JsonObject } from '../../../spec/tree.ts';
import type { Learned } from '../discover.ts';
import { tryChanges, tryCreation } from './accounts.ts';
import type { Findings } from './findings.ts';
import { tryGroup } from './groups.ts';
import { tryMemberships } from './memberships.ts';
import { valuesFor } from './person.ts';
import { openTrier, type Trier } from './trier.ts';

/**
 * Finds out what the operations take that the interface only names, by tries on things that this run makes: a class, a
 * cohort, a student and a teacher, or two of each. Nothing else on the target is touched.
 *
 * @param known the names of fields that are known already, by what they mean
 */
export async function learnByTries(
  run: Run,
  contract: Contract,
  words: JsonObject,
  known: Readonly<Record<string, string>> = {},
): Promise<Learned> {
  const operations: Record<string, JsonObject> = {};
  const notes = new Map<string, string>();
  const trier = openTrier(run);
  const names: Record<string, string> = { ...known };
  const fields: Record<string, string> = {};
  let state: JsonObject | undefined;
  const tried = (operation: string) => plural(trier.triesOf(operation), 'try', 'tries');
  const findings: Findings = {
    trier,
    fresh: () => valuesFor(run, words),
    names,
    named(own) {
      Object.assign(names, own);
      for (const [meaning, name] of Object.entries(own)) if (name !== meaning) fields[name] = meaning;
    },
    isOpen: (operation) =>
      contract.operation(operation).gaps.some((gap) => /\.(?:body|request|response|fields)$/.test(gap)),
    found(operation, own) {
      const refuses = statuses(trier, operation);
      operations[operation] = { ...own, ...(refuses.length > 0 ? { refuses } : {}) };
      notes.set(`operations ${operation}`, `Found with ${tried(operation)}, on things that init made.`);
    },
    missed: (operation, why) =>
      notes.set(`operations ${operation}`, `Not found with ${tried(operation)}: ${why}.`),
    state: (own) => {
      state = own;
    },
  };
  if (!contract.operations.some(({ id, writes }) => writes && findings.isOpen(id)))
    return { words: {}, notes };
  const groups = {
    class: await tryGroup(findings, 'createClass', 'class'),
    cohort: await tryGroup(findings, 'createCohort', 'cohort'),
  };
  const student = await tryCreation(findings, 'createStudent', 'student', (userId) =>
    tryChanges(findings, userId),
  );
  const teacher = await tryCreation(findings, 'createTeacher', 'teacher');
  await tryMemberships(findings, { student, teacher }, groups);
  return {
    words: {
      ...(state === undefined ? {} : { state }),
      ...(Object.keys(fields).length > 0 ? { fields } : {}),
      operations,
    },
    notes,
  };
}

/** The refusals that a profile may say: those of a request, not of a race or of a missing page. */
function statuses(trier: Trier, operation: string): number[] {
  const { statuses: stated } = trier.run.contract.operation(operation);
  return trier
    .refusalsOf(operation)
    .filter((status) => [400, 404, 409, 422].includes(status) && !stated.includes(status));
}

/** What the tries left on the target, in one line. */
export function leftBy(journal: Journal): string {
  return residueLine(residueOf(journal)) || 'nothing';
}
