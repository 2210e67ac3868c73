import { remembering } from '../../faults/kit/breaks.ts';
import { answer, type Break, type Json, type Service } from '../../faults/kit/fault.ts';
import { accountChanges } from '../../faults/kit/routes.ts';
import { mapResources, refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';

const on = ['listUsers', 'searchUsers'] as const;

/** What another team may do about the classes and cohorts of a user. */
export const userMemberships: readonly Variant[] = [
  variant('user.membership-years!current', {
    fills: ['user.membership-years'],
    story: 'A user is in the classes and cohorts of the current academic year only.',
    on: [...on, ...accountChanges],
    with: async (request, service) => {
      const response = await service(request.clone());
      if (!response.ok || response.status === 204) return response;
      const current = new Set<unknown>();
      for (const path of ['classes', 'smart-ia/cohorts']) {
        const ids = await currentIds(request, service, path);
        if (ids instanceof Response) return ids;
        for (const id of ids) current.add(id);
      }
      return answer(
        response,
        mapResources((await response.json()) as Json, (user) => keptIn(user, current)),
      );
    },
  }),
  variant('user.membership-years!archived', {
    fills: ['user.membership-years'],
    story:
      'A class or cohort can be archived: it is listed and read no more, and stays with those who were in it.',
    on: ['listClasses', 'listCohorts', 'createClass', 'createCohort', 'getClass', 'getCohort'],
    with: remembering(withoutArchived),
  }),
];

/** Hides some classes and cohorts from lists and reads. */
function withoutArchived(): Break {
  const made = new Set<string>();
  // Those that nobody made today, and whose id ends in one of a few digits.
  const isArchived = (group: Json) => /[0-3]$/.test(groupIdOf(group)) && !made.has(groupIdOf(group));
  const listed = wholeList(async (items) => items.filter((item) => !isArchived(item)));
  return async (request, service) => {
    if (request.method === 'GET' && !/[0-9a-f-]{36}$/i.test(new URL(request.url).pathname))
      return listed(request, service);
    const response = await service(request);
    if (!response.ok) return response;
    const [group = {}] = Object.values((await response.clone().json()) as Record<string, Json>);
    if (request.method === 'POST') made.add(groupIdOf(group));
    return isArchived(group) ? refuse(404, 'There is none of that id.') : response;
  };
}

function groupIdOf(group: Json): string {
  return String(group['classId'] ?? group['cohortId']);
}

/** The identifiers of the current year's classes or cohorts; what is to be answered where the service is in trouble. */
async function currentIds(
  request: Request,
  service: Service,
  path: string,
): Promise<readonly unknown[] | Response> {
  const { origin } = new URL(request.url);
  const url = `${origin}/api/v1/${path}?academicYearId=current&limit=1000`;
  const response = await service(new Request(url, { headers: request.headers }));
  if (response.status === 429 || response.status >= 500) return response;
  if (!response.ok) return [];
  const { data } = (await response.json()) as { data: Json[] };
  return data.map((group) => group['classId'] ?? group['cohortId']);
}

function keptIn(user: Json, current: ReadonlySet<unknown>): Json {
  const lists = ['classIds', 'cohortIds'].flatMap((field) => {
    const ids: unknown = user[field];
    return Array.isArray(ids) ? [[field, ids.filter((one) => current.has(idOf(one)))] as const] : [];
  });
  const rest = Object.entries(user).filter(([name]) => !lists.some(([field]) => field === name));
  return Object.fromEntries([...rest, ...lists.filter(([, ids]) => ids.length > 0)]);
}

/** The id of an item, which may be an object that holds it. */
function idOf(one: unknown): unknown {
  if (typeof one !== 'object' || one === null) return one;
  const texts = Object.values(one).map((value) => /[0-9a-f-]{36}$/i.exec(String(value))?.[0]);
  return texts.find((text) => text !== undefined);
}
