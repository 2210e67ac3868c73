import { bodyOf, remembering, resend } from '../faults/breaks.ts';
import type { Json } from '../faults/fault.ts';
import { type Variant, variant } from './variant.ts';

/** What this team wants to know of everybody: more than a name. */
const demanded = ['email', 'upn', 'externalId', 'dateOfBirth', 'gender', 'password'];

/** Which of it nobody else may have. */
const unique = ['email', 'upn', 'externalId'];

/** New accounts by teams that want to know more of them. */
export const newcomers: readonly Variant[] = [
  variant('accounts.bodies!more-required', {
    fills: ['create-student.body', 'create-teacher.body', 'create-student.address-of-record'],
    story:
      'An account needs an address, a UPN and an external identifier of its own, a birthday and a password.',
    overlay: ['students', 'teachers'].map((path) => ({
      target: `$.paths['/${path}'].post.requestBody.content['application/json'].schema.properties.user`,
      update: { required: demanded },
    })),
    on: ['createStudent', 'createTeacher'],
    with: remembering(() => {
      const taken = new Set<string>();
      return async (request, service) => {
        const user = ((await bodyOf(request))['user'] ?? {}) as Json;
        const values = unique.map((name) => `${name} ${user[name]}`);
        const isFree = !values.some((value) => taken.has(value));
        // What lacks something is to the service a body without anything; the key comes first.
        if (!isComplete(user) || !isFree) return service(resend(request, {}));
        const response = await service(request);
        if (response.status === 201) for (const value of values) taken.add(value);
        return response;
      };
    }),
  }),
];

function isComplete(user: Json): boolean {
  return (
    demanded.every((name) => typeof user[name] === 'string') &&
    /^[^@]+@[^@]+$/.test(String(user['email'])) &&
    /^\d{4}-\d\d-\d\d$/.test(String(user['dateOfBirth'])) &&
    String(user['password']).length >= 8
  );
}
