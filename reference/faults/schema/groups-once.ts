import { answerBody, type Break, type Fault, faults, type Json } from '../kit/fault.ts';
import { accountChanges } from '../kit/routes.ts';

const lists = ['listUsers', 'searchUsers'] as const;

/** Faults of users whose list of classes or cohorts names one of them twice. */
export const groupsOnce: readonly Fault[] = [
  ...faults(
    { 'user.class-ids-once/schema': lists },
    {
      story: 'The classes come from the timetable, where each has two lessons a week.',
      with: repeating('classIds', () => 2),
    },
  ),
  ...faults(
    { 'user.cohort-ids-once/schema': lists },
    {
      story: 'The cohorts are joined with their tests, and one that has two comes twice.',
      with: repeating('cohortIds', () => 2),
    },
  ),
  ...faults(
    {
      'user.class-ids-once/schema!each-pair': accountChanges,
      'user.class-ids-once/schema!each-pair-in-lists': lists,
    },
    {
      story:
        'Classes and cohorts are joined in one statement, and each class comes with each of the cohorts.',
      deep: true,
      with: repeating('classIds', (user) => sizeOf(user['cohortIds'])),
    },
  ),
  ...faults(
    {
      'user.cohort-ids-once/schema!each-pair': accountChanges,
      'user.cohort-ids-once/schema!each-pair-in-lists': lists,
    },
    {
      story:
        'Classes and cohorts are joined in one statement, and each cohort comes with each of the classes.',
      deep: true,
      with: repeating('cohortIds', (user) => sizeOf(user['classIds'])),
    },
  ),
];

/** Names each class or cohort of each user of an answer as often as is said of the user, and once at least. */
function repeating(field: 'classIds' | 'cohortIds', times: (user: Json) => number): Break {
  return answerBody((body) => {
    const users = (Array.isArray(body['data']) ? body['data'] : [body['user']]) as Json[];
    for (const user of users) {
      const ids = user?.[field];
      if (Array.isArray(ids))
        user[field] = ids.flatMap((id) => new Array<unknown>(Math.max(1, times(user))).fill(id));
    }
    return body;
  });
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
