import { bodyOf, objects, remembering, resend } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { operationOf } from '../kit/routes.ts';
import { requestTo, userIdIn, userNow } from './user.ts';

/** Faults of requests that are refused, and leave something behind. */
export const refusedWhole: readonly Fault[] = [
  fault('update-student-details.gender/refused', {
    on: ['updateStudentDetails'],
    story: 'Each field is read and written in turn, outside of a transaction.',
    with: storing(({ gender }) => ({ gender })),
  }),
  fault('update-student-details.gender/refused!emptied', {
    on: ['updateStudentDetails'],
    story: 'The old date is taken away before the new one is read.',
    deep: true,
    with: storing(() => ({ dateOfBirth: null })),
  }),
  fault('update-student-details.date-of-birth/refused', {
    on: ['updateStudentDetails'],
    story: 'The date is written by the time that the gender is read.',
    with: storing(({ dateOfBirth }) => ({ dateOfBirth })),
  }),
  fault('update-student-details.date-of-birth/refused!emptied', {
    on: ['updateStudentDetails'],
    story: 'What cannot be read is taken for a detail that is to be emptied, and is refused on its way out.',
    deep: true,
    with: storing(() => ({ gender: null })),
  }),
  fault('update-student-details.date-of-birth/no-such-day', {
    on: ['updateStudentDetails'],
    touches: ['updateStudentDetails', 'listUsers'],
    story: 'A date is a text of three numbers, of which the last is 31 at most.',
    with: keepingAnyDay((day) => day),
  }),
  fault('update-student-details.date-of-birth/no-such-day!in-list', {
    on: ['updateStudentDetails'],
    touches: ['updateStudentDetails', 'listUsers'],
    story:
      'The answer is made from a date, which rolls over into March, and the list from the text that came.',
    deep: true,
    with: keepingAnyDay(() => '2010-03-02'),
  }),
  ...faults(
    { 'create-student.effect/refused': 'createStudent', 'create-teacher.effect/refused': 'createTeacher' },
    {
      story: 'The account is written first, and the details are read when they are added to it.',
      with: createdAnyway(1),
    },
  ),
  ...faults(
    {
      'create-student.effect/refused!retry': 'createStudent',
      'create-teacher.effect/refused!retry': 'createTeacher',
    },
    {
      story: 'A creation that fails reserves its name, and a retry completes what is reserved.',
      deep: true,
      with: createdAnyway(2),
    },
  ),
  ...faults(
    {
      'create-student.effect/refused-for-each': 'createStudent',
      'create-teacher.effect/refused-for-each': 'createTeacher',
    },
    {
      story: 'The account is committed before its address is looked at.',
      with: createdWithout('email'),
    },
  ),
  ...faults(
    {
      'create-student.effect/refused-for-each!gender': 'createStudent',
      'create-teacher.effect/refused-for-each!gender': 'createTeacher',
    },
    {
      story: 'A gender is a row of another table, which is looked for once the account is there.',
      deep: true,
      with: createdWithout('gender'),
    },
  ),
  ...faults(
    {
      'create-student.effect/refused-for-each!upn-taken': 'createStudent',
      'create-teacher.effect/refused-for-each!upn-taken': 'createTeacher',
    },
    {
      story: 'Numbers of pupils are rows of a table with a unique index, and are inserted after the account.',
      deep: true,
      with: createdWithout('upn'),
    },
  ),
  ...faults(
    {
      'create-student.effect/refused-for-each!username-taken': 'createStudent',
      'create-teacher.effect/refused-for-each!username-taken': 'createTeacher',
    },
    {
      story: 'The login is made in another service, and the person stays when that service refuses it.',
      deep: true,
      with: createdWithout('username'),
    },
  ),
];

/** After a change that is refused for more than one detail, stores some. */
function storing(some: (user: Json) => Json): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const user = (await bodyOf(request))['user'] as Json | undefined;
    if (response.status === 400 && user && Object.keys(user).length > 1)
      await service(
        requestTo(request, 'PATCH', `/students/${userIdIn(request)}/details`, { user: some(user) }),
      );
    return response;
  };
}

/** Takes a day that no month has, and shows it of the account from then on. */
function keepingAnyDay(answered: (day: string) => string): Break {
  return remembering(() => {
    const days = new Map<unknown, string>();
    const showing = (body: Json): Json => ({
      ...body,
      data: objects(body['data']).map((user) => {
        const dateOfBirth = days.get(user['userId']);
        return dateOfBirth === undefined ? user : { ...user, dateOfBirth };
      }),
    });
    return async (request, service) => {
      if (operationOf(request) === 'listUsers') return answerBody(showing)(request, service);
      const { dateOfBirth } = ((await bodyOf(request.clone()))['user'] ?? {}) as Json;
      const day = String(dateOfBirth);
      const id = userIdIn(request);
      days.delete(id);
      if (!day.endsWith('-02-30')) return service(request);
      days.set(id, day);
      const user = { ...(await userNow(request, service)), dateOfBirth: answered(day) };
      return Response.json({ user }, { headers: { 'access-control-allow-origin': '*' } });
    };
  });
}

/** Creates what was refused for one field, without that field. */
function createdWithout(field: string): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const body = await bodyOf(request);
    const { [field]: value, ...user } = (body['user'] ?? {}) as Json;
    if (response.status === 400 && value !== undefined) await service(resend(request, { ...body, user }));
    return response;
  };
}

/** Creates what was refused for its details, from the `nth` time on that its username comes. */
function createdAnyway(nth: number): Break {
  return remembering(() => {
    const counts = new Map<unknown, number>();
    return async (request, service) => {
      const response = await service(request.clone());
      const body = await bodyOf(request);
      const { dateOfBirth: _, ...user } = (body['user'] ?? {}) as Json;
      if (response.status !== 400 || user['username'] === undefined) return response;
      counts.set(user['username'], (counts.get(user['username']) ?? 0) + 1);
      if ((counts.get(user['username']) ?? 0) >= nth) await service(resend(request, { ...body, user }));
      return response;
    };
  });
}
