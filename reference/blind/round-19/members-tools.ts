import { edit, editItems, editUsers } from '../answers.ts';
import { type Ask, type Fields, fields, type Line, list, on, type Service, texts } from '../kit.ts';

/** The operations whose users have `classIds` and `cohortIds`. */
const usersRead = [
  'GET /users',
  'POST /users/search',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PATCH /students/{id}/details',
];

/** The service with every user that it answers changed. */
export function readUsers(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, usersRead, async ({ pass }) => editUsers(await pass(), change));
}

/** The service with every cohort that it lists or shows changed. */
export function readCohorts(service: Service, change: (cohort: Fields) => Fields): Service {
  const listed = on(service, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), change));
  return on(listed, 'GET /smart-ia/cohorts/{id}', async ({ pass }) =>
    edit(await pass(), (body) => ({ ...body, cohort: change(fields(body['cohort'])) })),
  );
}

/** The different ids of a list in the body. */
export function idsOf({ body }: Pick<Ask, 'body'>, name = 'userIds'): string[] {
  return [...new Set(texts(body[name]))];
}

/** The users with these ids, in any order. */
export async function usersBy({ call }: Line, userIds: readonly string[]): Promise<Fields[]> {
  const { body } = await call('POST /users/search', { search: { userIds }, limit: 1000 });
  return list(body['data']).map(fields);
}

/** The classes or cohorts of the user in the path. */
export async function groupsOf(line: Line, field: 'classIds' | 'cohortIds'): Promise<string[]> {
  const [user] = await usersBy(line, [line.ask.id]);
  return texts(user?.[field]);
}
