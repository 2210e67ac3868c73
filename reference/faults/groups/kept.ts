import { bodyOf, objects, read, refusal, remembering, resend } from '../kit/breaks.ts';
import {
  answer,
  answerBody,
  type Break,
  type Fault,
  fault,
  faults,
  faultsFrom,
  type Json,
} from '../kit/fault.ts';
import { byGroup, groupOf } from './group.ts';
import { otherPayload, payloadOf } from './payload.ts';

/** Faults of what a creation says of a class or cohort, and what becomes of it and of its namesakes. */
export const kept: readonly Fault[] = [
  ...faults(
    {
      'create-class.read-back/every-field': 'createClass',
      'create-cohort.read-back/every-field': 'createCohort',
    },
    {
      story: 'The description was added to the form after the statement that inserts was written.',
      with: otherPayload(({ description: _, ...payload }) => payload),
    },
  ),
  ...faultsFrom(
    {
      'create-class.read-back/every-field!list': ['createClass', 'listClasses'],
      'create-cohort.read-back/every-field!list': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'The list reads a view in which the columns of name and description changed places.',
      deep: true,
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).map((item) => ({ ...item, description: `${item['name']}.` })),
      })),
    }),
  ),
  ...faults(
    {
      'create-class.read-back/same-name': 'createClass',
      'create-cohort.read-back/same-name': 'createCohort',
    },
    {
      story: 'The year of the last creation stays in the builder, and is the default of the next one.',
      with: remembering(() => keepingYear()),
    },
  ),
  ...faultsFrom(
    {
      'create-class.read-back/same-name!of-the-other-kind': ['createClass', 'createCohort'],
      'create-cohort.read-back/same-name!of-the-other-kind': ['createCohort', 'createClass'],
    },
    (ops) => ({
      on: [ops[0]],
      touches: ops,
      story: 'Creations of both kinds share one object of defaults, and the year of one is merged into it.',
      deep: true,
      with: remembering(() => keepingYear()),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.read-back/same-name!upsert': ['createClass', 'getClass', 'listClasses'],
      'create-cohort.read-back/same-name!upsert': ['createCohort', 'getCohort', 'listCohorts'],
    },
    ([op, ...reads]) => ({
      on: [op],
      touches: [op, ...reads],
      story: 'A creation updates all that has the name, in whatever year, and then inserts its own.',
      deep: true,
      with: lastDescription(),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.read-back/digits': ['createClass', 'getClass'],
      'create-cohort.read-back/digits': ['createCohort', 'getCohort'],
    },
    ([op, get]) => ({
      on: [op],
      touches: [get],
      story: 'The serialiser guesses types, and a name of digits is a number.',
      with: byGroup(({ wrapper }) =>
        answerBody((body) => {
          const group = body[wrapper] as Json;
          const name = String(group['name']);
          return { [wrapper]: { ...group, name: /^\d+$/.test(name) ? Number(name) : name } };
        }),
      ),
    }),
  ),
  ...faults(
    {
      'create-class.read-back/digits!zero': 'createClass',
      'create-cohort.read-back/digits!zero': 'createCohort',
    },
    {
      story: 'Names pass through a spreadsheet, which takes zeros at the front away.',
      deep: true,
      with: otherPayload((payload) =>
        /^\d+$/.test(String(payload['name']))
          ? { ...payload, name: String(Number(payload['name'])) }
          : payload,
      ),
    },
  ),
  fault('create-cohort.success/name-of-a-class', {
    on: ['createCohort'],
    story: 'Classes and cohorts are rows of one table, whose names are unique.',
    with: refusedNames((name) => name !== ''),
  }),
  fault('create-cohort.success/name-of-a-class!digits', {
    on: ['createCohort'],
    story: 'A name of digits is looked up as the number of any group.',
    deep: true,
    with: refusedNames((name) => /^\d+$/.test(name)),
  }),
];

/** Gives a creation without a year the year of the creation before it. */
function keepingYear(): Break {
  let last: unknown;
  return async (request, service) => {
    const payload = await payloadOf(request);
    if (payload?.['academicYearId'] !== undefined || last === undefined) {
      const response = await service(request);
      if (response.ok) last = payload?.['academicYearId'] ?? last;
      return response;
    }
    const { wrapper } = groupOf(request);
    const body = await bodyOf(request);
    return service(resend(request, { ...body, [wrapper]: { ...payload, academicYearId: last } }));
  };
}

/** Shows of all that has one name the description that came last with it. */
function lastDescription(): Break {
  return remembering(() => {
    const descriptions = new Map<unknown, unknown>();
    const overwritten = (group: Json) =>
      descriptions.has(group['name']) ? { ...group, description: descriptions.get(group['name']) } : group;
    return async (request, service) => {
      const { wrapper } = groupOf(request);
      const payload = request.method === 'POST' ? await payloadOf(request) : undefined;
      const response = await service(request);
      if (!response.ok) return response;
      if (payload) descriptions.set(payload['name'], payload['description']);
      const body = (await response.json()) as Json;
      const group = body[wrapper] as Json | undefined;
      return answer(
        response,
        group ? { [wrapper]: overwritten(group) } : { ...body, data: objects(body['data']).map(overwritten) },
      );
    };
  });
}

/** Refuses a cohort whose name a class has, for the names of which `looksUp` is true. */
function refusedNames(looksUp: (name: string) => boolean): Break {
  return async (request, service) => {
    const name = String((await payloadOf(request))?.['name'] ?? '');
    if (!looksUp(name)) return service(request);
    const found = await read(request, service, `/classes?${new URLSearchParams({ search: name })}`);
    return objects(found['data']).length > 0 ? refusal(409, 'There is one already.') : service(request);
  };
}
