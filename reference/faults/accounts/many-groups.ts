import { type Fault, faultsFrom } from '../kit/fault.ts';
import { eachItem } from '../kit/pages.ts';

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
];

function showing(field: string, most: number) {
  return eachItem((user) => {
    const ids = user[field];
    if (Array.isArray(ids)) user[field] = ids.slice(0, most);
  });
}
