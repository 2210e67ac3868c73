import { bodyOf, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faults, faultsFrom, type Json } from '../kit/fault.ts';
import { eachItem } from '../kit/pages.ts';
import { requestTo } from './user.ts';

/** Faults of accounts that are alike. */
export const nearDuplicates: readonly Fault[] = [
  ...faults(
    { 'create-student.effect/twins': 'createStudent', 'create-teacher.effect/twins': 'createTeacher' },
    {
      story: 'A guard against double imports knows people by last name and date of birth.',
      with: asOne(['lastName', 'dateOfBirth']),
    },
  ),
  ...faults(
    { 'create-student.effect/twins!namesakes': 'createStudent' },
    {
      story: 'A guard against double clicks answers a second student of the same names with the first.',
      deep: true,
      with: asOne(['firstName', 'lastName', 'dateOfBirth']),
    },
  ),
  ...faults(
    {
      'create-student.effect/twins!renamed': 'createStudent',
      'create-teacher.effect/twins!renamed': 'createTeacher',
    },
    {
      story: 'An import updates the person of that last name and birthday, beside creating the new one.',
      deep: true,
      with: renaming(),
    },
  ),
  ...faults(
    {
      'create-student.effect/twins!null': 'createStudent',
      'create-teacher.effect/twins!null': 'createTeacher',
    },
    {
      story: 'A legacy sync writes missing names as the text NULL, so that the mapper drops it again.',
      deep: true,
      touches: ['listUsers'],
      with: eachItem((user) => {
        if (String(user['lastName']).toLowerCase() === 'null') delete user['lastName'];
      }),
    },
  ),
  ...faultsFrom(
    {
      'create-student.effect/twins!same-address': ['createStudent', 'email'],
      'create-student.effect/twins!same-identifier': ['createStudent', 'externalId'],
    } as const,
    ([op, field]) => ({
      on: [op],
      ...(field === 'externalId' ? ({ deep: true } as const) : {}),
      story: 'Creations go through an import, which knows people by this value and gives back whom it finds.',
      with: asOne([field]),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/twins!address-moved': ['createStudent', 'email'],
      'create-student.effect/twins!identifier-moved': ['createStudent', 'externalId'],
    } as const,
    ([op, field]) => ({
      on: [op],
      deep: true,
      story: 'A value that is unique goes to whoever comes with it, and whoever had it has none.',
      with: movedFrom(field),
    }),
  ),
  ...faultsFrom(
    {
      'create-student.effect/twins!refused-and-renamed': ['createStudent', 'upn'],
      'create-teacher.effect/twins!refused-and-renamed': ['createTeacher', 'username'],
    } as const,
    ([op, field]) => ({
      on: [op],
      deep: true,
      story: 'A creation that is refused for somebody who is there is written into this account before.',
      with: renamedThough(field),
    }),
  ),
];

/** Answers a creation with what an earlier one made whose fields are the same. */
function asOne(fields: readonly string[]): Break {
  return remembering(() => {
    const known = new Map<string, Json>();
    return async (request, service) => {
      const user = ((await bodyOf(request))['user'] ?? {}) as Json;
      const key = fields.map((field) => String(user[field])).join();
      const response = await service(request);
      const first = known.get(key);
      if (response.status !== 201) return response;
      if (first !== undefined) return answer(response, first);
      known.set(key, (await response.clone().json()) as Json);
      return response;
    };
  });
}

/** Gives the name of a new user to an earlier one of the same last name and birthday. */
function renaming(): Break {
  return remembering(() => {
    const known = new Map<string, unknown>();
    return async (request, service) => {
      const { firstName, lastName, dateOfBirth } = ((await bodyOf(request))['user'] ?? {}) as Json;
      const key = `${lastName} ${dateOfBirth}`;
      const response = await service(request.clone());
      if (response.status !== 201) return response;
      const earlier = known.get(key);
      const { user } = (await response.clone().json()) as { user: Json };
      if (earlier === undefined) {
        known.set(key, user['userId']);
        return response;
      }
      known.delete(key);
      await service(requestTo(request, 'PUT', `/users/${earlier}/name`, { user: { firstName, lastName } }));
      return response;
    };
  });
}

/** After a creation, takes a value away from whoever had it before. */
function movedFrom(field: 'email' | 'externalId'): Break {
  return remembering(() => {
    const owners = new Map<unknown, unknown>();
    return async (request, service) => {
      const value = (((await bodyOf(request))['user'] ?? {}) as Json)[field];
      const response = await service(request.clone());
      if (response.status !== 201 || value === undefined) return response;
      const { user } = (await response.clone().json()) as { user: Json };
      const owner = owners.get(value);
      owners.set(value, user['userId']);
      const path = field === 'email' ? 'emails/primary' : 'external-id';
      const other = field === 'email' ? { email: 'moved@example.org' } : { externalId: 'moved' };
      if (owner) await service(requestTo(request, 'PUT', `/users/${owner}/${path}`, { user: other }));
      return response;
    };
  });
}

/** Gives the name in a creation that is refused to whoever was created with one of its values. */
function renamedThough(field: 'upn' | 'username'): Break {
  return remembering(() => {
    const owners = new Map<unknown, unknown>();
    return async (request, service) => {
      const { firstName, lastName, [field]: value } = ((await bodyOf(request))['user'] ?? {}) as Json;
      const response = await service(request.clone());
      const owner = owners.get(value);
      if (response.status === 201)
        owners.set(value, ((await response.clone().json()) as { user: Json }).user['userId']);
      else if (value !== undefined && owner)
        await service(requestTo(request, 'PUT', `/users/${owner}/name`, { user: { firstName, lastName } }));
      return response;
    };
  });
}
