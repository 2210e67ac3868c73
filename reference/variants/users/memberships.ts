import type { Break, Json, Service } from '../../faults/kit/fault.ts';
import { onPage } from '../../faults/kit/pages.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';

const on = ['listUsers', 'searchUsers'] as const;

/** What another team may do about the classes and cohorts of a user. */
export const userMemberships: readonly Variant[] = [
  variant('user.membership-years!current', {
    fills: ['user.membership-years'],
    story: 'A user is in the classes and cohorts of the current academic year only.',
    on,
    with: async (request, service) => {
      const read = (path: string) => currentIds(request, service, path);
      const current = new Set([...(await read('classes')), ...(await read('smart-ia/cohorts'))]);
      return onPage(request, service, ({ data }) => {
        for (const user of data) keepIn(user, current);
      });
    },
  }),
  variant('user.membership-years!archived', {
    fills: ['user.membership-years'],
    story:
      'A class or cohort can be archived: it is listed and read no more, and stays with those who were in it.',
    on: ['listClasses', 'listCohorts', 'getClass', 'getCohort'],
    with: withoutArchived(),
  }),
];

/** Hides some classes and cohorts from lists and reads. */
function withoutArchived(): Break {
  const listed = wholeList(async (items) => items.filter((item) => !isArchived(item)));
  return async (request, service) => {
    if (!new URL(request.url).pathname.match(/[0-9a-f-]{36}$/i)) return listed(request, service);
    const response = await service(request);
    if (!response.ok) return response;
    const [group = {}] = Object.values((await response.clone().json()) as Record<string, Json>);
    return isArchived(group) ? refuse(404, 'There is none of that id.') : response;
  };
}

/** Those that nobody made today, and whose id ends in one of a few digits. */
function isArchived(group: Json): boolean {
  return (
    /[0-3]$/.test(String(group['classId'] ?? group['cohortId'])) &&
    !JSON.stringify(group).includes('Rollcall')
  );
}

/** The identifiers of the current year's classes or cohorts; a key that may not read them sees none left out. */
async function currentIds(request: Request, service: Service, path: string): Promise<readonly unknown[]> {
  const { origin } = new URL(request.url);
  const url = `${origin}/api/v1/${path}?academicYearId=current&limit=1000`;
  const response = await service(new Request(url, { headers: request.headers }));
  if (!response.ok) return [];
  const { data } = (await response.json()) as { data: Json[] };
  return data.map((group) => group['classId'] ?? group['cohortId']);
}

function keepIn(user: Json, current: ReadonlySet<unknown>): void {
  for (const field of ['classIds', 'cohortIds']) {
    const ids: unknown = user[field];
    if (!Array.isArray(ids)) continue;
    const kept = ids.filter((one) => current.has(idOf(one)));
    user[field] = kept;
    if (kept.length === 0) delete user[field];
  }
}

/** The id of an item, which may be an object that holds it. */
function idOf(one: unknown): unknown {
  if (typeof one !== 'object' || one === null) return one;
  return Object.values(one).find((value) => typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value));
}
