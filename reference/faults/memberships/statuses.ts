import { insteadOf, pretend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, requestBody } from '../kit/fault.ts';
import { isLongAsUuid, isUuid, ownerIn } from '../kit/ids.ts';
import type { OperationId } from '../kit/routes.ts';
import { idsOf } from './ledger.ts';
import { type Members, memberships } from './table.ts';

/** Faults of what assigning and removing are answered with. */
export const statuses: readonly Fault[] = memberships.flatMap((one) => [
  ...statusFaults(one.add, one.clauses.add, one),
  ...statusFaults(one.remove, one.clauses.remove, one),
]);

function statusFaults(op: OperationId, clause: string, { list, listClause }: Members): Fault[] {
  const on = [op];
  const done: Break = async () => new Response(null, { status: 204 });
  return [
    fault(`${clause}.success`, {
      on,
      story: 'The framework answers 200 unless it is told otherwise.',
      with: pretend(204, 200, {}),
    }),
    fault(`${clause}.body`, {
      on,
      story: 'A body is written to the connection before the status says that there is none.',
      with: async (request, service) => {
        const response = await service(request);
        if (response.status !== 204) return response;
        const full = answer(response, { ok: true }, { status: 200 });
        return Object.defineProperty(full, 'status', { value: 204 });
      },
    }),
    fault(`${clause}.bad-request`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: insteadOf(400, 422),
    }),
    fault(`${clause}.not-found!done`, {
      on,
      story: 'An update of no rows is taken for a success.',
      with: pretend(404, 204),
    }),
    fault(`${clause}.not-found!bad-request`, {
      on,
      story: 'What is not found is answered like anything else that is wrong, with 400.',
      with: insteadOf(404, 400),
    }),
    fault(`${clause}.body-required`, {
      on,
      story: 'No body counts as an empty list.',
      with: when(async (request) => (await request.clone().text()) === '', done),
    }),
    fault(`${clause}.${listClause}-required`, {
      on,
      story: 'A list that is missing counts as an empty one.',
      with: when(async (request) => (await request.clone().text()) === '{}', done),
    }),
    fault(`${clause}.${listClause}-form!skipped`, {
      on,
      story: 'What is no id is passed over.',
      with: requestBody((body) => ({ ...body, [list]: idsOf(body, list).filter((id) => isUuid(id)) })),
    }),
    fault(`${clause}.${listClause}-form!first-only`, {
      on,
      story: 'Only the first id of a list is looked at before all are used.',
      deep: true,
      with: requestBody((body) => {
        const [first = '', ...rest] = idsOf(body, list);
        return { ...body, [list]: [first, ...rest.filter((id) => isUuid(id))] };
      }),
    }),
    fault(`${clause}.path-id`, {
      on,
      story: 'An id that cannot be read names nothing, and nothing is changed with success.',
      with: when((request) => !isUuid(ownerIn(request)), done),
    }),
    fault(`${clause}.path-id!length-only`, {
      on,
      deep: true,
      story: 'Whether a text is an id is told from its length, and an update of no rows is a success.',
      with: when((request) => isLongAsUuid(ownerIn(request)), done),
    }),
  ];
}

/** Breaks only the requests that are such. */
function when(is: (request: Request) => Promise<boolean> | boolean, broken: Break): Break {
  return async (request, service) => ((await is(request)) ? broken(request, service) : service(request));
}
