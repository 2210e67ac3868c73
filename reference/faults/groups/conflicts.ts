import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';
import { foundInsteadOf } from './answers.ts';
import { groupOf } from './group.ts';
import { payloadOf } from './payload.ts';

/** Faults of creations under a name that is taken. */
export const conflicts: readonly Fault[] = [
  ...faults(
    { 'create-class.conflict!upsert': 'createClass', 'create-cohort.conflict!upsert': 'createCohort' },
    {
      story: 'A creation of what is there changes it instead, and is answered with 200.',
      with: foundInsteadOf(409, 200),
    },
  ),
  ...faults(
    { 'create-class.conflict!twice': 'createClass', 'create-cohort.conflict!twice': 'createCohort' },
    {
      story: 'Names are looked up in a copy that is a minute behind.',
      deep: true,
      with: foundInsteadOf(409, 201),
    },
  ),
  ...faultsFrom(
    {
      'create-class.conflict/one-left!overwritten': ['createClass', 'getClass'],
      'create-cohort.conflict/one-left!overwritten': ['createCohort', 'getCohort'],
    },
    ([op, get]) => ({
      on: [op],
      touches: [op, get],
      story: 'The insert updates what it meets, and the conflict is told from the number of rows afterwards.',
      deep: true,
      with: overwriting(),
    }),
  ),
  ...faults(
    {
      'create-class.conflict/one-left!described': 'createClass',
      'create-cohort.conflict/one-left!described': 'createCohort',
    },
    {
      story: 'The unique index is on the name and the description together.',
      deep: true,
      with: newWhere((payload) => 'description' in payload),
    },
  ),
  ...faultsFrom(
    {
      'create-class.conflict/year-named': 'createClass',
      'create-cohort.conflict/year-named': 'createCohort',
    },
    (op) => ({
      on: [op],
      story: 'The unique index is on the year as it was sent, and one that was left out is null.',
      with: newWhere(({ academicYearId }) => academicYearId !== undefined),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.conflict/year-named!described': 'createClass',
      'create-cohort.conflict/year-named!described': 'createCohort',
    },
    (op) => ({
      on: [op],
      story: 'With a year and a description it is taken for a copy of last year’s, which may have any name.',
      deep: true,
      with: newWhere((payload) => 'academicYearId' in payload && 'description' in payload),
    }),
  ),
  ...faults(
    {
      'create-class.conflict/any-case!exact': 'createClass',
      'create-cohort.conflict/any-case!exact': 'createCohort',
    },
    {
      story: 'The unique index is on the name as it stands.',
      with: otherCaseIsNew(() => true),
    },
  ),
  ...faults(
    {
      'create-class.conflict/any-case!lower': 'createClass',
      'create-cohort.conflict/any-case!lower': 'createCohort',
    },
    {
      story:
        'What is stored is folded before it is compared, what is sent is not, and capitals slip through.',
      deep: true,
      with: otherCaseIsNew((name) => name !== name.toLowerCase()),
    },
  ),
  ...faults(
    {
      'create-class.one-winner!check-then-insert': 'createClass',
      'create-cohort.one-winner!check-then-insert': 'createCohort',
    },
    {
      story: 'Whether the name is taken is asked first and the row written later, with nothing in between.',
      deep: true,
      with: checkedTooEarly(),
    },
  ),
  ...faults(
    {
      'create-class.one-winner!both-refused': 'createClass',
      'create-cohort.one-winner!both-refused': 'createCohort',
    },
    {
      story: 'Each of two transactions sees the other, and both give up.',
      with: bothRefused(),
    },
  ),
];

/** Creates again what is there in another letter case, for the names of which `slips` is true. */
function otherCaseIsNew(slips: (name: string) => boolean): Break {
  return remembering(() => {
    const names = new Set<string>();
    return async (request, service) => {
      const { id, wrapper } = groupOf(request);
      const name = String((await payloadOf(request))?.['name']);
      const response = await service(request);
      if (response.status === 409 && !names.has(name) && slips(name)) {
        return answer(response, { [wrapper]: { [id]: anotherId, name } }, { status: 201 });
      }
      if (response.ok) names.add(name);
      return response;
    };
  });
}

/**
 * Of two creations of one name at the same time both succeed. The service itself would refuse the second:
 * it is sent on with a space at the end of the name.
 */
function checkedTooEarly(): Break {
  return remembering(() => {
    const underWay = new Set<string>();
    return async (request, service) => {
      const { wrapper } = groupOf(request);
      const body = await bodyOf(request);
      const payload = (body[wrapper] ?? {}) as Json;
      const name = String(payload['name']);
      if (!underWay.has(name)) {
        underWay.add(name);
        await sleep(2);
        return service(request).finally(() => underWay.delete(name));
      }
      const response = await service(
        resend(request, { ...body, [wrapper]: { ...payload, name: `${name} ` } }),
      );
      if (!response.ok) return response;
      const created = ((await response.json()) as Json)[wrapper] as Json;
      return answer(response, { [wrapper]: { ...created, name } });
    };
  });
}

/** Refuses a creation whose body came before, and the one that it repeats if that is still under way. */
function bothRefused(): Break {
  return remembering(() => {
    const seen = new Set<string>();
    const repeated = new Set<string>();
    return async (request, service) => {
      const text = await request.clone().text();
      if (seen.has(text)) repeated.add(text);
      seen.add(text);
      await sleep(2);
      const response = await service(request);
      if (!repeated.has(text)) return response;
      return answer(response, { status: 409, message: 'Try again.' }, { status: 409 });
    };
  });
}

/** Shows what has the name of a refused creation with the description that this one had. */
function overwriting(): Break {
  return remembering(() => {
    const written = new Map<unknown, unknown>();
    return async (request, service) => {
      const { wrapper } = groupOf(request);
      const payload = request.method === 'POST' ? await payloadOf(request) : undefined;
      const response = await service(request);
      if (payload !== undefined) {
        if (response.status === 409 && payload['description'] !== undefined)
          written.set(String(payload['name']).toLowerCase(), payload['description']);
        return response;
      }
      if (!response.ok) return response;
      const group = ((await response.json()) as Json)[wrapper] as Json;
      const description = written.get(String(group['name']).toLowerCase());
      return answer(response, { [wrapper]: description === undefined ? group : { ...group, description } });
    };
  });
}

/** Takes some creations under a name that is taken for new ones. */
function newWhere(isNew: (payload: Json) => boolean): Break {
  return async (request, service) => {
    const payload = (await payloadOf(request)) ?? {};
    const response = await service(request.clone());
    if (response.status !== 409 || !isNew(payload)) return response;
    const { wrapper } = groupOf(request);
    return Response.json({ [wrapper]: { ...payload, [`${wrapper}Id`]: anotherId } }, { status: 201 });
  };
}
