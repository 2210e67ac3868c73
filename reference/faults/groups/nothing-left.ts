import { bodyOf, objects, refusal, remembering, resend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { groupOf } from './group.ts';
import { payloadOf } from './payload.ts';

/** Faults of creations that are refused, and leave something behind. */
export const nothingLeft: readonly Fault[] = [
  ...faults(
    {
      'create-class.bad-request/nothing-left': 'createClass',
      'create-cohort.bad-request/nothing-left': 'createCohort',
    },
    {
      story: 'The row is written first, and what belongs to it is looked at when it is linked.',
      with: storedAnyway(1),
    },
  ),
  ...faults(
    {
      'create-class.bad-request/nothing-left!retry': 'createClass',
      'create-cohort.bad-request/nothing-left!retry': 'createCohort',
    },
    {
      story:
        'A creation that fails goes into a table of retries, and a second one finds it there and completes it.',
      deep: true,
      with: storedAnyway(2),
    },
  ),
  ...faultsFrom(
    {
      'create-class.conflict/one-left': ['createClass', 'listClasses', 1],
      'create-cohort.conflict/one-left': ['createCohort', 'listCohorts', 1],
    },
    ([op, list, nth]) => ({
      on: [op],
      touches: [op, list],
      story: 'The row is inserted before the names are compared, and nothing takes it back.',
      with: listedTwice(list, nth),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.conflict/one-left!second': ['createClass', 'listClasses', 2],
      'create-cohort.conflict/one-left!second': ['createCohort', 'listCohorts', 2],
    },
    ([op, list, nth]) => ({
      on: [op],
      touches: [op, list],
      story: 'A second conflict on one name runs into the lock of the first, which is resolved by inserting.',
      deep: true,
      with: listedTwice(list, nth),
    }),
  ),
  ...faults(
    {
      'create-class.success/refused-before!reserved': 'createClass',
      'create-cohort.success/refused-before!reserved': 'createCohort',
    },
    {
      story: 'The name is reserved before the rest of the form is judged, and a refusal does not free it.',
      with: reserving(1),
    },
  ),
  ...faults(
    {
      'create-class.success/refused-before!retried': 'createClass',
      'create-cohort.success/refused-before!retried': 'createCohort',
    },
    {
      story:
        'A form that is refused twice is kept as a draft under its name, and drafts count among the names.',
      deep: true,
      with: reserving(2),
    },
  ),
];

/** Answers the creation of a name with a conflict after `nth` creations of it were refused for something else. */
function reserving(nth: number): Break {
  return remembering(() => {
    const counts = new Map<string, number>();
    return async (request, service) => {
      const name = String((await payloadOf(request))?.['name'] ?? '').toLowerCase();
      if ((counts.get(name) ?? 0) >= nth) return refusal(409, 'There is one of that name.');
      const response = await service(request);
      if (response.status === 400 && name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
      return response;
    };
  });
}

/** Creates what was refused for its year, from the `nth` time on that its name comes. */
function storedAnyway(nth: number): Break {
  return remembering(() => {
    const counts = new Map<unknown, number>();
    return async (request, service) => {
      const payload = await payloadOf(request);
      const response = await service(request.clone());
      const name = payload?.['name'];
      if (response.status !== 400 || typeof name !== 'string' || name === '') return response;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if ((counts.get(name) ?? 0) < nth) return response;
      const body = await bodyOf(request);
      const { academicYearId: _, ...rest } = payload as Json;
      await service(resend(request, { ...body, [groupOf(request).wrapper]: rest }));
      return response;
    };
  });
}

/** Lists a name with one more entry after the `nth` conflict that it had. */
function listedTwice(list: OperationId, nth: number): Break {
  return remembering(() => {
    const counts = new Map<unknown, number>();
    const listed = answerBody((body, request) => {
      const { id } = groupOf(request);
      const data = objects(body['data']);
      const doubled = data.flatMap((item) =>
        (counts.get(item['name']) ?? 0) >= nth ? [item, { ...item, [id]: anotherId }] : [item],
      );
      return { ...body, data: doubled };
    });
    return async (request, service) => {
      if (operationOf(request) === list) return listed(request, service);
      const name = (await payloadOf(request))?.['name'];
      const response = await service(request);
      if (response.status === 409) counts.set(name, (counts.get(name) ?? 0) + 1);
      return response;
    };
  });
}
