import { objects, remembering } from '../kit/breaks.ts';
import { answerBody, type Break, type Fault, fault, faults, type Json } from '../kit/fault.ts';
import { also, isBeside, isNamed, leaving, renaming } from '../kit/side-effects.ts';
import { emptyingExternalId } from './afterwards.ts';
import { isTeacher, userIdIn, userNow } from './user.ts';

/** Faults of changes that reach further than what they name. */
export const rest: readonly Fault[] = [
  ...faults(
    {
      'add-student-classes.keeps-the-rest': 'addStudentClasses',
      'remove-student-classes.keeps-the-rest': 'removeStudentClasses',
      'add-student-cohorts.keeps-the-rest': 'addStudentCohorts',
      'add-teacher-classes.keeps-the-rest': 'addTeacherClasses',
      'remove-teacher-classes.keeps-the-rest': 'removeTeacherClasses',
    },
    {
      story: 'Whoever is moved is written anew from the roster, whose names are old.',
      with: also(isNamed, renaming),
    },
  ),
  ...faults(
    {
      'add-student-classes.keeps-the-rest!cohorts': 'addStudentClasses',
      'remove-student-classes.keeps-the-rest!cohorts': 'removeStudentClasses',
    },
    {
      story: 'The memberships of a user are saved as one document, in which cohorts are left out.',
      deep: true,
      with: also(isNamed, leaving('cohortIds')),
    },
  ),
  ...faults(
    { 'add-student-cohorts.keeps-the-rest!classes': 'addStudentCohorts' },
    {
      story: 'The memberships of a user are saved as one document, in which classes are left out.',
      deep: true,
      with: also(isNamed, leaving('classIds')),
    },
  ),
  fault('add-student-cohorts.keeps-the-rest!of-any-kind', {
    on: ['addStudentCohorts'],
    touches: ['createCohort', 'listUsers', 'searchUsers'],
    story: 'Classes and cohorts have become one table, and a view of it lost the kind.',
    deep: true,
    with: remembering(inClassesToo),
  }),
  ...faults(
    {
      'add-teacher-classes.keeps-the-rest!neighbours': 'addTeacherClasses',
      'remove-teacher-classes.keeps-the-rest!neighbours': 'removeTeacherClasses',
    },
    {
      story: 'All who are in the class already are read, numbered and saved with a stale name.',
      deep: true,
      with: also(isBeside, renaming),
    },
  ),
  ...faults(
    {
      'update-user-password.keeps-the-rest': 'updateUserPassword',
      'enable-user.keeps-the-rest': 'enableUser',
      'disable-user.keeps-the-rest': 'disableUser',
    },
    {
      story: 'The account is taken over from the sign-in service, which knows no external identifiers.',
      with: emptyingExternalId(),
    },
  ),
  ...faults(
    {
      'update-user-password.keeps-the-rest!everybody': 'updateUserPassword',
      'enable-user.keeps-the-rest!everybody': 'enableUser',
      'disable-user.keeps-the-rest!everybody': 'disableUser',
    },
    {
      story: 'The sign-in service is synchronised afterwards, and its names win for all but the account.',
      deep: true,
      with: also((user, named) => !isNamed(user, named), renaming),
    },
  ),
  fault('enable-user.keeps-the-rest/teacher', {
    on: ['enableUser'],
    touches: ['enableUser', 'listUsers', 'searchUsers'],
    story: 'Whoever is disabled loses the licence of a teacher, and enabling gives that of a learner.',
    with: showingWhile('enable', (user) => (isTeacher(user) ? { ...user, roles: ['student'] } : user)),
  }),
  fault('enable-user.keeps-the-rest/teacher!colleagues', {
    on: ['enableUser'],
    story: 'When one of the staff comes back, the list of the others is loaded again from the roster.',
    deep: true,
    with: forTeacher(also((user, named) => isTeacher(user) && !isNamed(user, named), renaming)),
  }),
  fault('disable-user.keeps-the-rest/class', {
    on: ['disableUser'],
    story: 'Whoever is disabled leaves all classes, so that no register shows them.',
    with: also(isNamed, leaving('classIds')),
  }),
  fault('disable-user.keeps-the-rest/class!freed', {
    on: ['disableUser'],
    touches: ['disableUser', 'enableUser', 'listUsers', 'searchUsers'],
    story:
      'The identifier of who is disabled is marked as an old one, so that another system may give it again.',
    deep: true,
    with: showingWhile('disable', ({ externalId, ...user }) => ({
      ...user,
      externalId: `old-${externalId}`,
    })),
  }),
  fault('disable-user.keeps-the-rest/class!joined', {
    on: ['disableUser'],
    touches: ['disableUser', 'enableUser', 'listUsers', 'searchUsers'],
    story: 'The query that collects classes and cohorts joins active members only.',
    deep: true,
    with: showingWhile('disable', ({ classIds: _, cohortIds: __, ...user }) => user),
  }),
];

/** Breaks what is asked for a teacher. */
function forTeacher(broken: Break): Break {
  return async (request, service) =>
    isTeacher(await userNow(request, service)) ? broken(request, service) : service(request);
}

/** Shows users otherwise from the time that they were enabled, or disabled, until they are the opposite. */
function showingWhile(state: 'enable' | 'disable', change: (user: Json) => Json): Break {
  return remembering(() => {
    const changed = new Set<string>();
    const shown = answerBody((body) => ({
      ...body,
      data: objects(body['data']).map((user) => (changed.has(String(user['userId'])) ? change(user) : user)),
    }));
    return async (request, service) => {
      const id = userIdIn(request).toLowerCase();
      if (id === '') return shown(request, service);
      const response = await service(request);
      if (response.ok && request.url.endsWith(state)) changed.add(id);
      else if (response.ok) changed.delete(id);
      return response;
    };
  });
}

/** Users show each cohort that was made among their classes. */
function inClassesToo(): Break {
  const cohorts: unknown[] = [];
  return answerBody((body) => {
    const [made] = objects([body['cohort']]);
    if (made) cohorts.push(made['cohortId']);
    for (const user of objects(body['data']))
      if (cohorts.length > 0) user['classIds'] = [...[user['classIds'] ?? []].flat(), ...cohorts];
    return body;
  });
}
