import { bodyOf, resend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { userNow } from './user.ts';

/** Faults of values that are changed, and kept as others or shown late. */
export const changing: readonly Fault[] = [
  fault('update-student-details.date-of-birth', {
    on: ['updateStudentDetails'],
    story: 'The year of birth is kept, and the day is made up when it is read.',
    with: keeping('dateOfBirth', (day) => `${day.slice(0, 4)}-07-01`),
  }),
  fault('update-student-details.date-of-birth!leap-day', {
    on: ['updateStudentDetails'],
    story: 'The age is counted in years of 365 days, and a leap day becomes the first of March.',
    deep: true,
    with: keeping('dateOfBirth', (day) => day.replace('-02-29', '-03-01')),
  }),
  fault('update-student-details.date-of-birth!summer-time', {
    on: ['updateStudentDetails'],
    story: 'A birthday is kept as local midnight: on the days when clocks change it moves to the day before.',
    deep: true,
    with: keeping('dateOfBirth', (day) => (/-(03|10)-3[01]$/.test(day) ? `${day.slice(0, 8)}29` : day)),
  }),
  fault('update-student-details.date-of-birth!before-1970', {
    on: ['updateStudentDetails'],
    story: 'Days are kept as seconds since 1970 in a column without a sign.',
    deep: true,
    with: keeping('dateOfBirth', (day) => (day < '1970' ? '1970-01-01' : day)),
  }),
  fault('update-student-details.gender', {
    on: ['updateStudentDetails'],
    story: 'A value is accepted, and the column is not among those that are written.',
    with: keeping('gender', () => 'female'),
  }),
  fault('update-student-details.gender!last-value', {
    on: ['updateStudentDetails'],
    story: 'The value that was added last is mapped to the one before it.',
    deep: true,
    with: keeping('gender', (value) => (value === 'other' ? 'male' : value)),
  }),
  fault('update-user-name.effect', {
    on: ['updateUserName'],
    story: 'The last name is not among what is written.',
    with: keeping('lastName', () => 'Before'),
  }),
  fault('update-user-name.effect!accents', {
    on: ['updateUserName'],
    story: 'Names are written without their accents, for the sake of a register that knows none.',
    deep: true,
    with: keeping('lastName', (sent) => sent.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('Ł', 'L')),
  }),
  fault('update-user-name.effect!apostrophe', {
    on: ['updateUserName'],
    story: 'Texts are escaped by hand for a statement that escapes them once more.',
    deep: true,
    with: keeping('lastName', (sent) => sent.replaceAll("'", "''")),
  }),
  fault('update-user-name.effect!with-comma', {
    on: ['updateUserName'],
    story:
      'What follows a comma is taken for another column of the export, from which the name is read again.',
    deep: true,
    with: keeping('lastName', (sent) => sent.split(',')[0] ?? sent),
  }),
  fault('update-user-name.effect!three-bytes', {
    on: ['updateUserName'],
    story: 'The column holds UTF-8 of up to three bytes: a rare character becomes a question mark.',
    deep: true,
    with: keeping('lastName', (sent) => sent.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
  }),
  fault('update-user-primary-email.effect', {
    on: ['updateUserPrimaryEmail'],
    story: 'A new address is kept aside until it is confirmed, which nobody was told.',
    with: keeping('email', () => 'before@example.org'),
  }),
  fault('update-user-primary-email.effect!tag', {
    on: ['updateUserPrimaryEmail'],
    story: 'What follows a plus sign is cut off, so that addresses are unique.',
    deep: true,
    with: keeping('email', (address) => address.replace(/\+[^@]*/, '')),
  }),
  fault('set-user-external-id.effect', {
    on: ['setUserExternalId'],
    story: 'The identifier that the first import gave is never overwritten.',
    with: keeping('externalId', () => 'before'),
  }),
  fault('set-user-external-id.effect!as-number', {
    on: ['setUserExternalId'],
    story: 'The mapper makes a number of an identifier that looks like one.',
    deep: true,
    with: keeping('externalId', (id) => (/^\d+$/.test(id) ? String(Number(id)) : id)),
  }),
  fault('update-user-name.effect!cut', {
    on: ['updateUserName'],
    story: 'The column has forty characters, and the database cuts what is longer without a word.',
    deep: true,
    with: keeping('lastName', (name) => name.slice(0, 40)),
  }),
  fault('set-user-external-id.effect!apostrophe', {
    on: ['setUserExternalId'],
    story: 'An apostrophe is written as HTML has it, and shown so.',
    deep: true,
    with: keeping('externalId', (id) => id.replaceAll("'", '&#39;')),
  }),
  fault('set-user-external-id.effect!leading-zeros', {
    on: ['setUserExternalId'],
    story: 'Identifiers pass through a spreadsheet, which takes leading zeros away.',
    deep: true,
    with: keeping('externalId', (id) => id.replace(/^0+/, '')),
  }),
  ...faults(
    {
      'update-student-details.date-of-birth!answer-before': 'updateStudentDetails',
      'update-user-name.effect!answer-before': 'updateUserName',
      'update-user-primary-email.effect!answer-before': 'updateUserPrimaryEmail',
    },
    {
      story: 'The answer is the user as it was read before the change.',
      deep: true,
      with: async (request, service) => {
        const user = await userNow(request, service);
        const response = await service(request);
        return response.ok ? answer(response, { user }) : response;
      },
    },
  ),
];

/** Stores another value than was sent, and answers with the one that was sent. */
function keeping(property: string, stored: (sent: string) => string): Break {
  return async (request, service) => {
    const body = await bodyOf(request);
    const user = (body['user'] ?? {}) as Json;
    const sent = user[property];
    if (typeof sent !== 'string') return service(request);
    const response = await service(resend(request, { ...body, user: { ...user, [property]: stored(sent) } }));
    if (!response.ok || response.status === 204) return response;
    const shown = ((await response.json()) as Json)['user'] as Json;
    const value = property === 'email' ? { emails: [sent] } : { [property]: sent };
    return answer(response, { user: { ...shown, ...value } });
  };
}
