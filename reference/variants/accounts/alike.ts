import { userIdIn } from '../../faults/accounts/user.ts';
import { bodyOf, objects, read } from '../../faults/kit/breaks.ts';
import type { Json } from '../../faults/kit/fault.ts';
import { refuse } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What other teams may do about users who are alike. */
export const alike: readonly Variant[] = [
  variant('set-user-external-id.duplicate!refused', {
    fills: ['set-user-external-id.duplicate'],
    story:
      'No two users have the same address or external identifier, and who has the names and the birthday of another is taken for a double.',
    on: ['createStudent', 'createTeacher', 'updateUserPrimaryEmail', 'setUserExternalId'],
    with: async (request, service) => {
      const { email, externalId, firstName, lastName, dateOfBirth } = ((await bodyOf(request))['user'] ??
        {}) as Json;
      const users = objects((await read(request, service, '/users?limit=1000'))['data']);
      const own = userIdIn(request);
      const others = users.filter(({ userId }) => userId !== own);
      const lower = (value: unknown) => String(value).toLowerCase();
      const isTaken = others.some((user) => {
        const emails = Array.isArray(user['emails']) ? user['emails'] : [];
        const isDouble =
          own === '' &&
          user['firstName'] === firstName &&
          user['lastName'] === lastName &&
          user['dateOfBirth'] === dateOfBirth;
        return (
          (typeof email === 'string' && emails.some((one) => lower(one) === lower(email))) ||
          (typeof externalId === 'string' && lower(user['externalId']) === lower(externalId)) ||
          isDouble
        );
      });
      return isTaken ? refuse(409, 'There is such a user already.') : service(request);
    },
  }),
];
