import { edit } from '../answers.ts';
import { at, type Fields, fields, type Line, list, textAt } from '../kit.ts';

/** The two ways to read users. */
export const userReads = ['GET /users', 'POST /users/search'];

/** The two ways to read cohorts. */
export const cohortReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];

/** What changes one account and answers it. */
export const accountUpdates = [
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
];

/** The user of an id as it stands, an empty object if there is none. */
export async function userNow(line: Line, id: string): Promise<Fields> {
  const { body } = await line.call(`GET /users?userId=${id}`);
  return fields(at(body, 'data', 0));
}

/** The users of some ids as they stand. */
export async function usersNow(line: Line, ids: readonly string[]): Promise<Fields[]> {
  const { body } = await line.call('POST /users/search', { search: { userIds: ids }, limit: 1000 });
  return list(body['data']).map(fields);
}

/** The tests that a cohort has. */
export async function testsNow(line: Line, cohortId: string): Promise<readonly unknown[]> {
  const { body } = await line.call(`GET /smart-ia/cohorts/${cohortId}`);
  return list(at(body, 'cohort', 'tests'));
}

/** A list without some of its users. */
export function without(response: Response, hidden: (user: Fields) => boolean): Promise<Response> {
  return edit(response, (body) => {
    const all = list(body['data']).map(fields);
    const data = all.filter((user) => !hidden(user));
    const total = Number(textAt(body, 'pagination', 'total')) - (all.length - data.length);
    return { ...body, data, pagination: { ...fields(body['pagination']), total } };
  });
}

/** An answer about one cohort or many with each cohort changed. */
export function editCohorts(response: Response, change: (cohort: Fields) => Fields): Promise<Response> {
  return edit(response, (body) =>
    'cohort' in body
      ? { ...body, cohort: change(fields(body['cohort'])) }
      : { ...body, data: list(body['data']).map((cohort) => change(fields(cohort))) },
  );
}

/** An object without one of its fields. */
export function dropping(object: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
