import { answer, type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import type { OperationId } from '../kit/routes.ts';

/** Faults of targets that mark their answers with an `ETag`, which leaves the tests of a cohort out. */
export const tagged: readonly Fault[] = faultsFrom(
  {
    'add-cohort-tests.effect/fields!tag': ['getCohort'],
    'add-cohort-tests.effect/fields!tag-of-the-list': ['listCohorts'],
  } satisfies Readonly<Record<string, readonly [OperationId]>>,
  (touches) => ({
    on: ['addCohortTests'],
    touches,
    story: 'The tag of an answer is made from the rows of the cohorts, and a join has the tests.',
    deep: true,
    with: taggedBy((group) => group['cohortId']),
  }),
);

/** Marks an answer by some of what it shows, and says of the same mark that nothing has changed. */
function taggedBy(part: (group: Json) => unknown): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (!response.ok) return response;
    const body = (await response.json()) as Json;
    const groups = ([body['cohort']] as unknown[]).concat(body['data'] ?? []).filter(Boolean) as Json[];
    const etag = `W/"${groups.map(part).join(' ')}"`;
    const isKnown = request.headers.get('if-none-match') === etag;
    return answer(response, body, { headers: { etag }, ...(isKnown ? { status: 304 } : {}) });
  };
}
