import { bodyOf, read } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { afterwards, emptyingExternalId } from './afterwards.ts';
import { requestTo, userIdIn } from './user.ts';

/** Faults of changes that reach further: another value of the account, or other accounts. */
export const nothingElse: readonly Fault[] = [
  fault('update-student-details.date-of-birth/nothing-else', {
    on: ['updateStudentDetails'],
    story: 'A patch is stored as a whole: what it does not name is emptied.',
    with: emptyingDetails('gender'),
  }),
  fault('update-student-details.gender/nothing-else', {
    on: ['updateStudentDetails'],
    story: 'A patch is stored as a whole: what it does not name is emptied.',
    with: emptyingDetails('dateOfBirth'),
  }),
  fault('update-user-name.effect/nothing-else', {
    on: ['updateUserName'],
    story: 'A renamed user is matched anew with the other system, and loses the link.',
    with: emptyingExternalId(),
  }),
  fault('update-user-primary-email.effect/nothing-else', {
    on: ['updateUserPrimaryEmail'],
    story: 'A new address breaks the link to the other system.',
    with: emptyingExternalId(),
  }),
  fault('set-user-external-id.effect/nothing-else', {
    on: ['setUserExternalId'],
    story: 'The details are taken over from the other system, which has none.',
    with: emptyingDetails('gender', 'dateOfBirth'),
  }),
  ...faults(
    {
      'update-student-details.date-of-birth/nothing-else!everybody': 'updateStudentDetails',
      'update-student-details.gender/nothing-else!everybody': 'updateStudentDetails',
      'update-user-name.effect/nothing-else!everybody': 'updateUserName',
      'update-user-primary-email.effect/nothing-else!everybody': 'updateUserPrimaryEmail',
      'set-user-external-id.effect/nothing-else!everybody': 'setUserExternalId',
    },
    {
      story:
        'The update names the day of creation in place of the user, and meets all who were made with them.',
      deep: true,
      with: afterwards(async (request, service) => {
        const newest = (await read(request, service, '/users?limit=20'))['data'] as Json[];
        const body = await bodyOf(request);
        for (const { userId } of newest) {
          const path = new URL(request.url).pathname.replace(userIdIn(request), String(userId));
          await service(requestTo(request, request.method, path.replace('/api/v1', ''), body));
        }
      }),
    },
  ),
];

/** Empties details of the account after a change, unless the change itself sends one of them. */
function emptyingDetails(...properties: readonly ('gender' | 'dateOfBirth')[]): Break {
  return afterwards(async (request, service) => {
    const sent = (await bodyOf(request))['user'] as Json;
    if (properties.some((property) => property in sent)) return;
    const user = Object.fromEntries(properties.map((property) => [property, null]));
    await service(requestTo(request, 'PATCH', `/students/${userIdIn(request)}/details`, { user }));
  });
}
