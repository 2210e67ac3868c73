import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, insteadOf, objects, pretend, read, remembering, resend } from './breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json, requestBody } from './fault.ts';
import type { OperationId } from './routes.ts';

/** How the creation of classes and of cohorts differs in what follows. */
interface Creation {
  readonly create: OperationId;
  readonly get: OperationId;
  readonly list: OperationId;
  readonly wrapper: string;
  readonly id: string;
  readonly clause: string;
}

const both: readonly Creation[] = [
  {
    create: 'createClass',
    get: 'getClass',
    list: 'listClasses',
    wrapper: 'class',
    id: 'classId',
    clause: 'create-class',
  },
  {
    create: 'createCohort',
    get: 'getCohort',
    list: 'listCohorts',
    wrapper: 'cohort',
    id: 'cohortId',
    clause: 'create-cohort',
  },
];

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const another = '00000000-0000-4000-8000-000000000001';

/** Faults of the creation of classes and cohorts. */
export const groupCreation: readonly Fault[] = both.flatMap((creation) => [
  ...answerFaults(creation),
  ...conflictFaults(creation),
  ...yearFaults(creation),
  ...refusalFaults(creation),
  ...readBackFaults(creation),
]);

function answerFaults({ create, wrapper, clause }: Creation): Fault[] {
  const on = [create];
  return [
    fault(`${clause}.success`, {
      on,
      story: 'The framework answers 200 unless it is told otherwise.',
      with: insteadOf(201, 200),
    }),
    fault(`${clause}.body/as-sent`, {
      on,
      story: 'The answer has the name as the screen shows it, in capitals.',
      with: answerBody((body) => {
        const made = body[wrapper] as Json;
        return { ...body, [wrapper]: { ...made, name: String(made['name']).toUpperCase() } };
      }),
    }),
  ];
}

function conflictFaults({ create, wrapper, id, clause }: Creation): Fault[] {
  const on = [create];
  return [
    fault(`${clause}.conflict!upsert`, {
      on,
      story: 'A creation of what is there changes it instead, and is answered with 200.',
      with: pretend(409, 200, { [wrapper]: { [id]: another } }),
    }),
    fault(`${clause}.conflict!twice`, {
      on,
      story: 'Names are looked up in a copy that is a minute behind.',
      deep: true,
      with: pretend(409, 201, { [wrapper]: { [id]: another } }),
    }),
    fault(`${clause}.conflict/any-case!exact`, {
      on,
      story: 'The unique index is on the name as it stands.',
      with: otherCase(wrapper, id, () => true),
    }),
    fault(`${clause}.conflict/any-case!lower`, {
      on,
      story:
        'What is stored is folded before it is compared, what is sent is not, and capitals slip through.',
      deep: true,
      with: otherCase(wrapper, id, (name) => name !== name.toLowerCase()),
    }),
    fault(`${clause}.one-winner!check-then-insert`, {
      on,
      story: 'Whether the name is taken is asked first and the row written later, with nothing in between.',
      deep: true,
      with: checkedTooEarly(wrapper),
    }),
    fault(`${clause}.one-winner!both-refused`, {
      on,
      story: 'Each of two transactions sees the other, and both give up.',
      with: overlapping((_, response) =>
        answer(response, { status: 409, message: 'Try again.' }, { status: 409 }),
      ),
    }),
  ];
}

function yearFaults({ create, get, wrapper, clause }: Creation): Fault[] {
  const on = [create];
  const touches = [create, get];
  const withoutYear = (body: Json): Json => ({
    ...body,
    [wrapper]: { ...(body[wrapper] as Json), academicYearId: undefined },
  });
  return [
    fault(`${clause}.academic-year-id!ignored`, {
      on,
      story: 'Everything is created in the current year, whatever the body says.',
      with: requestBody(withoutYear),
    }),
    fault(`${clause}.academic-year-id!told-only`, {
      on,
      touches,
      story: 'The answer repeats the year that was sent, and the row is stored in the current one.',
      deep: true,
      with: async (request, service) => {
        if (request.method !== 'POST') return service(request);
        const body = await bodyOf(request);
        const sent = (body[wrapper] as Json | undefined)?.['academicYearId'];
        const response = await service(resend(request, withoutYear(body)));
        if (!response.ok || sent === undefined) return response;
        const made = ((await response.json()) as Json)[wrapper] as Json;
        return answer(response, { [wrapper]: { ...made, academicYearId: sent } });
      },
    }),
    fault(`${clause}.academic-year-id/unknown`, {
      on,
      story: 'A year that is not found falls back to the current one.',
      with: retried(withoutYear, (year) => uuid.test(year)),
    }),
    fault(`${clause}.academic-year-default!oldest`, {
      on,
      story: 'The default is the first year of the table.',
      with: async (request, service) => {
        const body = await bodyOf(request);
        const payload = body[wrapper] as Json | undefined;
        if (payload === undefined || payload['academicYearId'] !== undefined) return service(request);
        const [oldest] = objects((await read(request, service, '/academic-years'))['data']);
        const academicYearId = oldest?.['academicYearId'];
        return service(resend(request, { ...body, [wrapper]: { ...payload, academicYearId } }));
      },
    }),
    fault(`${clause}.academic-year-form!dropped`, {
      on,
      story: 'A year that cannot be read counts as none.',
      with: retried(withoutYear, (year) => !uuid.test(year)),
    }),
    fault(`${clause}.academic-year-form!length-only`, {
      on,
      story: 'Whether a year is an id is told from its length, and what is not found falls back.',
      deep: true,
      with: retried(withoutYear, (year) => !uuid.test(year) && year.length === 36),
    }),
  ];

  /** Sends what was refused once more without the year, where the year is such. */
  function retried(change: (body: Json) => Json, is: (year: string) => boolean): Break {
    return async (request, service) => {
      const body = await bodyOf(request);
      const response = await service(request);
      const year = String((body[wrapper] as Json | undefined)?.['academicYearId'] ?? '');
      return response.status === 400 && year !== '' && is(year)
        ? service(resend(request, change(body)))
        : response;
    };
  }
}

function refusalFaults({ create, wrapper, id, clause }: Creation): Fault[] {
  const on = [create];
  const unprocessable = insteadOf(400, 422);
  const made = { [wrapper]: { [id]: another } };
  const when =
    (holds: (body: Json, text: string) => boolean, broken: Break): Break =>
    async (request, service) => {
      const [body, text] = [await bodyOf(request), await request.clone().text()];
      return holds(body, text) ? broken(request, service) : service(request);
    };
  return [
    fault(`${clause}.bad-request`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: unprocessable,
    }),
    fault(`${clause}.academic-year-form/probe`, {
      on,
      story: 'The validation library answers 422 unless it is told otherwise.',
      with: unprocessable,
    }),
    fault(`${clause}.body-required`, {
      on,
      story: 'No body counts as an empty one, and everything has a default.',
      with: when((_, text) => text === '', pretend(400, 201, made)),
    }),
    fault(`${clause}.wrapper-required`, {
      on,
      story: 'The wrapper was made optional for an old client.',
      with: when((body, text) => text !== '' && body[wrapper] === undefined, pretend(400, 201, made)),
    }),
  ];
}

function readBackFaults({ create, get, list, wrapper, clause }: Creation): Fault[] {
  const on = [create];
  return [
    fault(`${clause}.read-back!not-listed`, {
      on,
      touches: [list],
      story: 'The list is a copy that is renewed at night.',
      with: answerBody((body) => ({
        ...body,
        data: objects(body['data']).filter((item) => !String(item['name']).startsWith('Rollcall')),
      })),
    }),
    fault(`${clause}.read-back!beyond-ascii`, {
      on,
      touches: [get],
      story: 'The connection to the database speaks Latin-1.',
      deep: true,
      with: answerBody((body) => {
        const single = body[wrapper] as Json;
        return {
          ...body,
          [wrapper]: { ...single, name: Buffer.from(String(single['name'])).toString('latin1') },
        };
      }),
    }),
    fault(`${clause}.read-back!percent`, {
      on,
      touches: [create],
      story: 'Names are decoded like parts of an address when they are stored.',
      deep: true,
      with: requestBody((body) => {
        const payload = body[wrapper] as Json;
        return {
          ...body,
          [wrapper]: { ...payload, name: String(payload['name']).replaceAll('+', ' ').replaceAll('%', '') },
        };
      }),
    }),
  ];
}

/** A creation whose name is taken in another letter case only is taken for a new one, where the name is such. */
function otherCase(wrapper: string, id: string, slips: (name: string) => boolean): Break {
  return remembering(() => {
    const names = new Set<string>();
    return async (request, service) => {
      const name = String(((await bodyOf(request))[wrapper] as Json | undefined)?.['name']);
      const response = await service(request);
      if (response.status === 409 && !names.has(name) && slips(name)) {
        return answer(response, { [wrapper]: { [id]: another, name } }, { status: 201 });
      }
      if (response.ok) names.add(name);
      return response;
    };
  });
}

/** Of two creations of one name at the same time, neither sees the other: the second gets a name beside it. */
function checkedTooEarly(wrapper: string): Break {
  return remembering(() => {
    const underWay = new Set<string>();
    return async (request, service) => {
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
      const made = ((await response.json()) as Json)[wrapper] as Json;
      return answer(response, { [wrapper]: { ...made, name } });
    };
  });
}

/** Spoils the answers of requests with the same body that are under way at the same time. */
function overlapping(spoil: (request: Request, response: Response) => Response): Break {
  return remembering(() => {
    const underWay = new Map<string, number>();
    const met = new Set<string>();
    return async (request, service) => {
      const text = await request.clone().text();
      const others = underWay.get(text) ?? 0;
      underWay.set(text, others + 1);
      if (others > 0) met.add(text);
      await sleep(2);
      const response = await service(request);
      return met.has(text) ? spoil(request, response) : response;
    };
  });
}
