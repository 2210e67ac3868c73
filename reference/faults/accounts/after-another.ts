import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json } from '../kit/fault.ts';

/** Faults of what one creation of an account leaves for the next. */
export const afterAnother: readonly Fault[] = [
  ...faults(
    {
      'create-student.effect/after-another!pooled': 'createStudent',
      'create-teacher.effect/after-another!pooled': 'createTeacher',
    },
    {
      story: 'The form object is taken from a pool, and is not emptied between requests.',
      with: leaving(['externalId', 'dateOfBirth', 'gender'], 'for good'),
    },
  ),
  ...faults(
    {
      'create-student.effect/after-another!gender': 'createStudent',
      'create-teacher.effect/after-another!gender': 'createTeacher',
    },
    {
      story: 'The form fills in the last choice of the clerk, as it does on the page.',
      deep: true,
      with: leaving(['gender'], 'once'),
    },
  ),
];

/** Gives a creation what it leaves out of the one right before it, or of any before it. */
function leaving(names: readonly string[], how: 'once' | 'for good'): Break {
  return remembering(() => {
    let left: Json = {};
    return async (request, service) => {
      const body = await bodyOf(request);
      const sent = body['user'];
      if (typeof sent !== 'object' || sent === null) return service(request);
      const response = await service(resend(request, { ...body, user: { ...left, ...sent } }));
      const own = Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));
      if (response.ok) left = how === 'once' ? own : { ...left, ...own };
      return response;
    };
  });
}
