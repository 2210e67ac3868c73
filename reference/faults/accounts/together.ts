import { bodyOf, resend } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { userNow } from './user.ts';

/** Faults of two details that are sent in one body. */
export const together: readonly Fault[] = [
  fault('update-student-details.gender/with-date-of-birth', {
    on: ['updateStudentDetails'],
    story: 'The cases of the two details are told apart by a switch, whose first case is the gender.',
    with: passingOver('dateOfBirth', () => true),
  }),
  fault('update-student-details.gender/with-date-of-birth!same-day', {
    on: ['updateStudentDetails'],
    story: 'A form whose birthday is the one on file is taken for one that was sent before.',
    deep: true,
    with: passingOver('gender', (sent, now) => sent['dateOfBirth'] === now['dateOfBirth']),
  }),
  fault('update-student-details.gender/with-date-of-birth!same-gender', {
    on: ['updateStudentDetails'],
    story: 'The two columns are saved by one statement, where the gender is not the one on file.',
    deep: true,
    with: passingOver('dateOfBirth', (sent, now) => sent['gender'] === now['gender']),
  }),
];

/** Passes over one of two details that are sent together. */
function passingOver(name: string, when: (sent: Json, now: Json) => boolean): Break {
  return async (request, service) => {
    const body = await bodyOf(request);
    const sent = (body['user'] ?? {}) as Json;
    const isBoth = 'gender' in sent && 'dateOfBirth' in sent;
    if (!isBoth || !when(sent, await userNow(request, service))) return service(request);
    const { [name]: _, ...user } = sent;
    return service(resend(request, { ...body, user }));
  };
}
