import { bodyOf, objects, read, remembering, resend } from '../kit/breaks.ts';
import { answer, answerBody, type Break, type Fault, fault, type Json, type Service } from '../kit/fault.ts';
import { type OperationId, operationOf } from '../kit/routes.ts';
import { clausesOf, userIdIn } from './routes.ts';

/** A value that is kept as another, while the answer shows what was sent. */
interface Slip {
  readonly id: string;
  readonly op: OperationId;
  /** The property of the request, and the field of the answer. */
  readonly property: string;
  readonly deep?: true;
  readonly story: string;
  readonly keeps: (sent: string) => string;
}

const name = { op: 'updateUserName', property: 'lastName' } as const;
const email = { op: 'updateUserPrimaryEmail', property: 'email' } as const;
const externalId = { op: 'setUserExternalId', property: 'externalId' } as const;
const birthday = { op: 'updateStudentDetails', property: 'dateOfBirth' } as const;
const gender = { op: 'updateStudentDetails', property: 'gender' } as const;

const slips: readonly Slip[] = [
  {
    ...birthday,
    id: 'update-student-details.date-of-birth',
    story: 'The year of birth is kept, and the day is made up when it is read.',
    keeps: (day) => `${day.slice(0, 4)}-07-01`,
  },
  {
    ...birthday,
    id: 'update-student-details.date-of-birth!leap-day',
    deep: true,
    story: 'The age is counted in years of 365 days, and a leap day becomes the first of March.',
    keeps: (day) => day.replace('-02-29', '-03-01'),
  },
  {
    ...birthday,
    id: 'update-student-details.date-of-birth!summer-time',
    deep: true,
    story: 'A birthday is kept as local midnight: on the days when clocks change it moves to the day before.',
    keeps: (day) => (/-(03|10)-3[01]$/.test(day) ? `${day.slice(0, 8)}29` : day),
  },
  {
    ...gender,
    id: 'update-student-details.gender',
    story: 'A value is accepted, and the column is not among those that are written.',
    keeps: () => 'female',
  },
  {
    ...gender,
    id: 'update-student-details.gender!last-value',
    deep: true,
    story: 'The value that was added last is mapped to the one before it.',
    keeps: (value) => (value === 'other' ? 'male' : value),
  },
  {
    ...name,
    id: 'update-user-name.effect',
    story: 'The last name is not among what is written.',
    keeps: () => 'Before',
  },
  {
    ...name,
    id: 'update-user-name.effect!accents',
    deep: true,
    story: 'Names are written without their accents, for the sake of a register that knows none.',
    keeps: (sent) => sent.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L'),
  },
  {
    ...name,
    id: 'update-user-name.effect!three-bytes',
    deep: true,
    story: 'The column holds UTF-8 of up to three bytes: a rare character becomes a question mark.',
    keeps: (sent) => sent.replace(/[\u{10000}-\u{10ffff}]/gu, '?'),
  },
  {
    ...email,
    id: 'update-user-primary-email.effect',
    story: 'A new address is kept aside until it is confirmed, which nobody was told.',
    keeps: () => 'before@example.org',
  },
  {
    ...email,
    id: 'update-user-primary-email.effect!tag',
    deep: true,
    story: 'What follows a plus sign is cut off, so that addresses are unique.',
    keeps: (address) => address.replace(/\+[^@]*/, ''),
  },
  {
    ...externalId,
    id: 'set-user-external-id.effect',
    story: 'The identifier that the first import gave is never overwritten.',
    keeps: () => 'before',
  },
  {
    ...externalId,
    id: 'set-user-external-id.effect!leading-zeros',
    deep: true,
    story: 'Identifiers pass through a spreadsheet, which takes leading zeros away.',
    keeps: (id) => id.replace(/^0+/, ''),
  },
];

/** Something else that a change does, as another request would. */
interface SideEffect {
  readonly clause: string;
  readonly op: OperationId;
  readonly story: string;
  readonly method: 'PUT' | 'PATCH';
  readonly path: 'details' | 'external-id' | 'name';
  readonly sends: Json;
}

const loses = { method: 'PUT', path: 'external-id', sends: { externalId: null } } as const;
const clears = { method: 'PATCH', path: 'details' } as const;

const sideEffects: readonly SideEffect[] = [
  {
    ...clears,
    clause: 'update-student-details.date-of-birth',
    op: 'updateStudentDetails',
    story: 'A patch is stored as a whole: what it does not name is emptied.',
    sends: { gender: null },
  },
  {
    ...clears,
    clause: 'update-student-details.gender',
    op: 'updateStudentDetails',
    story: 'A patch is stored as a whole: what it does not name is emptied.',
    sends: { dateOfBirth: null },
  },
  {
    ...loses,
    clause: 'update-user-name.effect',
    op: 'updateUserName',
    story: 'A renamed user is matched anew with the other system, and loses the link.',
  },
  {
    ...loses,
    clause: 'update-user-primary-email.effect',
    op: 'updateUserPrimaryEmail',
    story: 'A new address breaks the link to the other system.',
  },
  {
    ...clears,
    clause: 'set-user-external-id.effect',
    op: 'setUserExternalId',
    story: 'The details are taken over from the other system, which has none.',
    sends: { gender: null, dateOfBirth: null },
  },
];

/** Faults of values that are changed: kept as others, shown late, or changed along with something else. */
export const changes: readonly Fault[] = [
  ...slips.map(({ id, op, property, deep, story, keeps }) =>
    fault(id, { on: [op], story, ...(deep ? { deep } : {}), with: keeping(property, keeps) }),
  ),
  ...(['updateStudentDetails', 'updateUserName', 'updateUserPrimaryEmail'] as const).map((op) =>
    fault(
      `${op === 'updateStudentDetails' ? 'update-student-details.date-of-birth' : `${clausesOf(op)}.effect`}!answer-before`,
      {
        on: [op],
        deep: true,
        story: 'The answer is the user as it was read before the change.',
        with: async (request, service) => {
          const user = await userNow(request, service);
          const response = await service(request);
          return response.ok ? answer(response, { user }) : response;
        },
      },
    ),
  ),
  fault('update-user-name.effect/full-name', {
    on: ['updateUserName'],
    touches: ['listUsers'],
    story: 'The whole name is written once, when the account is made.',
    with: async (request, service) => {
      const response = await service(request);
      const body = (await response.json()) as Json;
      for (const user of (body['data'] ?? []) as Json[]) user['fullName'] = `User ${user['username']}`;
      return answer(response, body);
    },
  }),
  fault('update-user-name.effect/full-name!once', {
    on: ['updateUserName'],
    touches: ['updateUserName', 'listUsers'],
    deep: true,
    story: 'The whole name is written anew where it is still that of the creation, and not after that.',
    with: remembering(() => {
      const kept = new Map<unknown, unknown>();
      const renamed = new Set<string>();
      return answerBody((body, request) => {
        if (operationOf(request) === 'updateUserName') renamed.add(userIdIn(request));
        for (const user of objects(body['data'])) {
          if (!renamed.has(String(user['userId']))) continue;
          if (!kept.has(user['userId'])) kept.set(user['userId'], user['fullName']);
          user['fullName'] = kept.get(user['userId']);
        }
        return body;
      });
    }),
  }),
  ...sideEffects.flatMap(({ clause, op, story, method, path, sends }) => [
    fault(`${clause}/nothing-else`, {
      on: [op],
      story,
      with: afterwards(async (request, service) => {
        const id = userIdIn(request);
        const owner = path === 'details' ? 'students' : 'users';
        const sent = (await bodyOf(request))['user'] as Json;
        if (!Object.keys(sends).some((property) => property in sent)) {
          await service(elsewhere(request, `/${owner}/${id}/${path}`, { user: sends }, method));
        }
      }),
    }),
    fault(`${clause}/nothing-else!everybody`, {
      on: [op],
      deep: true,
      story:
        'The update names the day of creation in place of the user, and meets all who were made with them.',
      with: afterwards(async (request, service) => {
        const newest = (await read(request, service, '/users?limit=20'))['data'] as Json[];
        const body = await bodyOf(request);
        for (const { userId } of newest) {
          const path = new URL(request.url).pathname.replace(userIdIn(request), String(userId));
          await service(elsewhere(request, path.replace('/api/v1', ''), body, request.method));
        }
      }),
    }),
  ]),
];

/** Keeps another value than was sent, and answers with the one that was sent. */
function keeping(property: string, keeps: (sent: string) => string): Break {
  return async (request, service) => {
    const body = await bodyOf(request);
    const user = (body['user'] ?? {}) as Json;
    const sent = user[property];
    if (typeof sent !== 'string') return service(request);
    const response = await service(resend(request, { ...body, user: { ...user, [property]: keeps(sent) } }));
    if (!response.ok || response.status === 204) return response;
    const shown = ((await response.json()) as Json)['user'] as Json;
    const value = property === 'email' ? { emails: [sent] } : { [property]: sent };
    return answer(response, { user: { ...shown, ...value } });
  };
}

/** Does something more after a change that was accepted. */
function afterwards(more: (request: Request, service: Service) => Promise<void>): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    if (response.ok) await more(request, service);
    return response;
  };
}

/** Another request with the same key. */
export function elsewhere(request: Request, path: string, body: unknown, method: string): Request {
  const headers = { 'x-api-key': request.headers.get('x-api-key') ?? '', 'content-type': 'application/json' };
  return new Request(new URL(`/api/v1${path}`, request.url), { method, headers, body: JSON.stringify(body) });
}

/** The user in the path, as the list shows it now. */
export async function userNow(request: Request, service: Service): Promise<Json> {
  const { data } = await read(request, service, `/users?userId=${userIdIn(request)}`);
  return (data as Json[] | undefined)?.[0] ?? {};
}
