import { bodyOf, objects, read, refusal, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json, objectIn } from '../kit/fault.ts';

/** Faults of what a creation that was refused leaves for the next one. */
export const refusedBefore: readonly Fault[] = [
  ...faults(
    {
      'create-student.effect/after-another!refused': 'createStudent',
      'create-teacher.effect/after-another!refused': 'createTeacher',
    },
    {
      story: 'A form goes back to the pool wiped after a success, and as it is after a refusal.',
      with: unwiped(['externalId', 'gender', 'dateOfBirth']),
    },
  ),
  ...faults(
    {
      'create-student.effect/after-another!address': 'createStudent',
      'create-teacher.effect/after-another!address': 'createTeacher',
    },
    {
      story: 'The address is kept in a session of the page, until an account is there for it.',
      deep: true,
      with: unwiped(['email']),
    },
  ),
  ...faults(
    {
      'create-student.effect/twins!register': 'createStudent',
      'create-teacher.effect/twins!register': 'createTeacher',
    },
    {
      story:
        'The register of pupils comes first, in a transaction of its own, and keeps whom the accounts refuse.',
      with: usingUp('upn', 'username'),
    },
  ),
  ...faults(
    {
      'create-student.effect/twins!directory': 'createStudent',
      'create-teacher.effect/twins!directory': 'createTeacher',
    },
    {
      story:
        'The directory has the username before the register looks at the UPN, and nobody takes it out again.',
      deep: true,
      with: usingUp('username', 'upn'),
    },
  ),
];

/** Gives a creation what it leaves out of those that were refused since the last one that was not. */
function unwiped(names: readonly string[]): Break {
  return remembering(() => {
    let left: Json = {};
    return async (request, service) => {
      const body = await bodyOf(request);
      const sent = body['user'];
      if (typeof sent !== 'object' || sent === null) return service(request);
      const filled = resend(request, { ...body, user: { ...left, ...sent } });
      const tried = await service(filled);
      const response = tried.ok ? tried : await service(request);
      const own = Object.entries(sent).filter(([name, value]) => names.includes(name) && value !== '');
      left = response.ok ? {} : { ...left, ...Object.fromEntries(own) };
      return response;
    };
  });
}

/** Keeps a value of a creation that is refused because somebody has another value of it. */
function usingUp(field: string, taken: string): Break {
  return remembering(() => {
    const used = new Set<string>();
    return async (request, service) => {
      const user = (await objectIn(request))?.['user'] as Json | undefined;
      const value = String(user?.[field] ?? '').toLowerCase();
      if (value !== '' && used.has(value)) return refusal(400, `The ${field} belongs to somebody else.`);
      const response = await service(request.clone());
      const other = String(user?.[taken] ?? '');
      if (response.ok || value === '' || other === '') return response;
      const holders = async (name: string, sought: string) =>
        objects((await read(request, service, `/users?${name}=${encodeURIComponent(sought)}`))['data'])
          .length;
      if ((await holders(taken, other)) > 0 && (await holders(field, value)) === 0) used.add(value);
      return response;
    };
  });
}
