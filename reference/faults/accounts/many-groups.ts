import { answerBody, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { eachItem } from '../kit/pages.ts';
import { also, isNamed } from '../kit/side-effects.ts';

const places = {
  'add-student-classes.effect/many': ['addStudentClasses', 'classIds'],
  'add-student-cohorts.effect/many': ['addStudentCohorts', 'cohortIds'],
  'add-teacher-classes.effect/many': ['addTeacherClasses', 'classIds'],
} as const;

/** Faults of users who are in many classes or cohorts. */
export const manyGroups: readonly Fault[] = [
  ...faultsFrom(places, ([op, field]) => ({
    on: [op],
    touches: ['listUsers'],
    story: 'The query that joins the groups of a user has the limit of the screen, three.',
    with: showing(field, 3),
  })),
  ...faultsFrom(
    {
      'add-student-classes.effect/many!search': ['addStudentClasses', 'classIds'],
      'add-student-cohorts.effect/many!search': ['addStudentCohorts', 'cohortIds'],
      'add-teacher-classes.effect/many!search': ['addTeacherClasses', 'classIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: ['searchUsers'],
      story: 'A document of the search index holds five groups of each user.',
      deep: true,
      with: showing(field, 5),
    }),
  ),
  ...faultsFrom(
    {
      'add-student-classes.effect/many!thirteen': ['addStudentClasses', 'classIds'],
      'add-student-cohorts.effect/many!thirteen': ['addStudentCohorts', 'cohortIds'],
      'add-teacher-classes.effect/many!thirteen': ['addTeacherClasses', 'classIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: ['listUsers', 'searchUsers'],
      story: 'The groups of a user are one text of five hundred letters, and the oldest make room.',
      deep: true,
      with: eachItem((user) => {
        const ids = user[field];
        if (Array.isArray(ids)) user[field] = ids.slice(-13);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'add-student-classes.effect/many!answered': ['addStudentClasses', 'classIds'],
      'add-student-cohorts.effect/many!answered': ['addStudentCohorts', 'cohortIds'],
      'add-teacher-classes.effect/many!answered': ['addTeacherClasses', 'classIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: ['updateUserName'],
      story: 'A change is answered with the summary of the account page, which has ten of each.',
      deep: true,
      with: answerBody((body) => {
        const user = body['user'] as Json;
        const ids = user[field];
        return { user: Array.isArray(ids) ? { ...user, [field]: ids.slice(0, 10) } : user };
      }),
    }),
  ),
  ...faultsFrom(
    {
      'add-student-classes.effect/more-than-thirty': ['addStudentClasses', 'classIds'],
      'add-teacher-classes.effect/more-than-thirty': ['addTeacherClasses', 'classIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: ['listUsers'],
      story: 'The list of users joins twenty classes of each.',
      with: showing(field, 20),
    }),
  ),
  ...faultsFrom(
    {
      'add-student-classes.effect/more-than-thirty!text': ['addStudentClasses', 'classIds'],
      'add-teacher-classes.effect/more-than-thirty!text': ['addTeacherClasses', 'classIds'],
    },
    ([op, field]) => ({
      on: [op],
      touches: ['listUsers', 'searchUsers'],
      story: 'The database joins the ids to one text, which it cuts after 1,024 letters.',
      deep: true,
      with: showing(field, 27),
    }),
  ),
  ...faultsFrom(
    {
      'add-student-classes.effect/many!ten-loaded': ['addStudentClasses', 'addStudentCohorts', 'classIds'],
      'add-student-cohorts.effect/many!ten-loaded': ['addStudentCohorts', 'addStudentClasses', 'cohortIds'],
    } as const,
    ([op, other, field]) => ({
      on: [op],
      touches: [other],
      story: 'A user is loaded with ten of each, and saved as a whole when something is added.',
      deep: true,
      with: also(isNamed, async (user, send) => {
        const path = field === 'classIds' ? 'classes' : 'smart-ia/cohorts';
        for (const id of ((user[field] ?? []) as string[]).slice(10))
          await send(['DELETE', `/${path}/${id}/students`], { userIds: [user['userId']] });
      }),
    }),
  ),
];

function showing(field: string, most: number) {
  return eachItem((user) => {
    const ids = user[field];
    if (Array.isArray(ids)) user[field] = ids.slice(0, most);
  });
}
