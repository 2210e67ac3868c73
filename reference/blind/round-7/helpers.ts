import { edit, editUsers } from '../answers.ts';
import { type Client, column, itemsOf, newCohortId, testIds } from '../client.ts';
import { type Answer, type Fields, fields, type Line, list, on, type Service, texts } from '../kit.ts';

/** The two lists of users. */
export const userLists = ['GET /users', 'POST /users/search'];

/** Every operation that answers users. */
export const userAnswers = [
  ...userLists,
  'POST /students',
  'POST /teachers',
  'PATCH /students/{id}/details',
  'PUT /users/{id}/name',
  'PUT /users/{id}/password',
  'PUT /users/{id}/emails/primary',
  'PUT /users/{id}/external-id',
];

/** The two reads of cohorts. */
export const cohortReads = ['GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'];

/** A moment in which another request may come. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 5));
}

/** An answer that was read, once more. */
export function again({ status, headers, text }: Answer): Response {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return new Response(text === '' ? null : text, { status, headers: kept });
}

/** The users with these ids, as the search has them. */
export async function usersBy({ call }: Pick<Line, 'call'>, ids: readonly string[]): Promise<Fields[]> {
  if (ids.length === 0) return [];
  return itemsOf(await call('POST /users/search', { search: { userIds: ids }, limit: 1000 }));
}

/** The groups of a user before or after a change. */
export async function groupsOf(line: Line, id: string, field: 'classIds' | 'cohortIds'): Promise<string[]> {
  const [user] = await usersBy(line, [id]);
  return texts(user?.[field]);
}

/** A service whose answers with users are changed wherever users are answered. */
export function shown(service: Service, change: (user: Fields) => Fields): Service {
  return on(service, userAnswers, async ({ pass }) => editUsers(await pass(), change));
}

/** A successful answer with each cohort in it changed, be it one or a list. */
export function editCohorts(response: Response, change: (cohort: Fields) => Fields): Promise<Response> {
  return edit(response, (body) => {
    if ('cohort' in body) return { ...body, cohort: change(fields(body['cohort'])) };
    return { ...body, data: list(body['data']).map((item) => change(fields(item))) };
  });
}

/** A successful list without some of its items, and a total that fits. */
export function without(response: Response, unwanted: (item: Fields) => boolean): Promise<Response> {
  return edit(response, (body) => {
    const data = list(body['data']).map(fields);
    const left = data.filter((item) => !unwanted(item));
    const pagination = fields(body['pagination']);
    const total = Number(pagination['total']) - (data.length - left.length);
    return { ...body, data: left, pagination: { ...pagination, total } };
  });
}

/** A service that notes the key of those who may read and write, and what was noted. */
export function noting(service: Service): { readonly service: Service; readonly key: () => string } {
  let noted = '';
  return {
    key: () => noted,
    service: async (request) => {
      const answer = await service(request);
      const key = request.headers.get('x-api-key');
      const telling = request.method !== 'OPTIONS' && !request.url.includes('/academic-years');
      if (answer.ok && telling && key !== null) noted = key;
      return answer;
    },
  };
}

/** A new cohort that has so many tests: its id and theirs. */
export async function cohortWithTests(client: Client, count: number) {
  const cohortId = await newCohortId(client);
  const tests = (await testIds(client)).slice(0, count);
  await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: tests });
  return { cohortId, tests, path: `/smart-ia/cohorts/${cohortId}` };
}

/** The ids of the academic years. */
export async function yearIds(client: Client): Promise<string[]> {
  return column(await client.get('/academic-years'), 'academicYearId');
}
