import type { Context } from '../../../harness/judging/context.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Json, listOf, object, text } from '../body.ts';
import { minimal } from '../minimal.ts';

/** The identifier of the items of each list, where the interface names it. */
const identifiers: Readonly<Record<string, string>> = {
  listClasses: 'classId',
  listCohorts: 'cohortId',
  listUsers: 'userId',
  searchUsers: 'userId',
};

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Identifiers of other resources, which a session may show beside its own. */
const foreign = ['userId', 'testId', 'testVersionId', 'classId', 'cohortId', 'academicYearId'];

/**
 * The field that identifies the items of a list; `undefined` where there is none. The interface promises a session a
 * unique identifier without naming its field. Where the profile doesn't name it either, it is the first field whose
 * values are different UUIDs in all items of the minimal answer. It is the same for all rows of a run.
 */
export function identifierOf(context: Context, op: Operation = context.op): Promise<string | undefined> {
  const named = identifiers[op.id] ?? fieldOf(context, op, 'session.session-id');
  return context.world.once(`identifier ${op.id}`, async () => {
    if (named !== undefined) return named;
    return guess(listOf(object((await minimal(context, op)).json)?.['data']) ?? []);
  });
}

function guess(items: readonly Json[]): string | undefined {
  const fields = Object.keys(items[0] ?? {}).filter((field) => !foreign.includes(field));
  return fields.find(
    (field) =>
      items.every((item) => uuid.test(text(item[field]) ?? '')) &&
      new Set(items.map((item) => item[field])).size === items.length,
  );
}

/** The top-level field of a list's items that a clause is about, as the contract and the profile have it. */
function fieldOf({ contract }: Context, op: Operation, clause: string): string | undefined {
  const { pointer } =
    contract.judges(op.id, op.success ?? 200).find((judged) => judged.clause === clause) ?? {};
  return /^\/data\/\*\/([^/]+)$/.exec(pointer ?? '')?.[1];
}
