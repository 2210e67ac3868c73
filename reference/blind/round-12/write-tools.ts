import { edit, editItems, editUsers } from '../answers.ts';
import { at, type Fields, fields, type Line, list, on, type Service, texts } from '../kit.ts';

/** The service with every user that the list and the search show changed. */
export function showUsers(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, ['GET /users', 'POST /users/search'], async ({ pass }) =>
    editUsers(await pass(), change),
  );
}

/** The service with every cohort that is read changed. */
export function showCohorts(service: Service, change: (cohort: Fields) => Fields): Service {
  const one = on(service, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
    edit(await pass(), (body) => ({ ...body, cohort: change(fields(body['cohort'])) })),
  );
  return on(one, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), change));
}

/** The users with these ids, as the search has them. */
export async function usersBy(line: Line, userIds: readonly unknown[]): Promise<Fields[]> {
  if (userIds.length === 0) return [];
  const { body } = await line.call('POST /users/search', { search: { userIds }, limit: 1000 });
  return list(body['data']).map(fields);
}

/** The ids of those users who have that class or cohort. */
export async function membersOf(
  line: Line,
  userIds: readonly unknown[],
  field: 'classIds' | 'cohortIds',
): Promise<Set<string>> {
  const users = await usersBy(line, userIds);
  const inside = users.filter((user) => texts(user[field]).includes(line.ask.id));
  return new Set(inside.map((user) => String(user['userId'])));
}

/** The ids of the tests of the cohort in the path, as they are now. */
export async function assignedIds({ ask, call }: Line): Promise<string[]> {
  const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
  return list(at(body, 'cohort', 'tests')).map((test) => String(fields(test)['testId']));
}
