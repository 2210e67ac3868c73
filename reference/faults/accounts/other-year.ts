import { bodyOf, remembering, resend } from '../kit/breaks.ts';
import { type Break, type Fault, faults, faultsFrom, type Service } from '../kit/fault.ts';
import { isOfAnotherYear, pathOf } from '../kit/other-year.ts';

/** Faults of a user in classes and cohorts of other academic years. */
export const otherYear: readonly Fault[] = [
  ...faults(
    {
      'add-student-classes.effect/in-another-year': 'addStudentClasses',
      'remove-student-classes.effect/in-another-year': 'removeStudentClasses',
      'add-student-cohorts.effect/in-another-year': 'addStudentCohorts',
      'add-teacher-classes.effect/in-another-year': 'addTeacherClasses',
      'remove-teacher-classes.effect/in-another-year': 'removeTeacherClasses',
    },
    {
      story:
        'The list is compared with the classes and cohorts of the current year, and what is not among them is passed over.',
      with: withoutOthers(() => true),
    },
  ),
  ...faultsFrom(
    {
      'add-student-classes.effect/in-another-year!once-read': ['addStudentClasses', 'getClass'],
      'remove-student-classes.effect/in-another-year!once-read': ['removeStudentClasses', 'getClass'],
      'add-student-cohorts.effect/in-another-year!once-read': ['addStudentCohorts', 'getCohort'],
      'add-teacher-classes.effect/in-another-year!once-read': ['addTeacherClasses', 'getClass'],
      'remove-teacher-classes.effect/in-another-year!once-read': ['removeTeacherClasses', 'getClass'],
    },
    ([op, get]) => ({
      on: [op],
      touches: [op, get],
      story:
        'What was read is an archived copy where the year is not the current one, and the copy is changed.',
      deep: true,
      with: onceRead(),
    }),
  ),
];

/** Takes classes and cohorts of other years out of the list of a change. */
function withoutOthers(isMeant: (path: string) => boolean): Break {
  return async (request, service) => {
    const [[name, ids] = ['', []]] = Object.entries(await bodyOf(request));
    if (!Array.isArray(ids)) return service(request);
    const kept = [];
    for (const id of ids) if (!(await isOther(request, service, String(id), isMeant))) kept.push(id);
    return kept.length === 0
      ? new Response(null, { status: 204 })
      : service(resend(request, { [name]: kept }));
  };
}

async function isOther(
  request: Request,
  service: Service,
  id: string,
  isMeant: (path: string) => boolean,
): Promise<boolean> {
  const path = `${request.url.endsWith('/cohorts') ? '/smart-ia/cohorts' : '/classes'}/${id}`;
  return isMeant(path) && (await isOfAnotherYear(request, service, path));
}

/** The same of those that were read by their ids before. */
function onceRead(): Break {
  return remembering(() => {
    const seen = new Set<string>();
    const change = withoutOthers((path) => seen.has(path));
    return (request, service) => {
      if (request.method !== 'GET') return change(request, service);
      seen.add(pathOf(request));
      return service(request);
    };
  });
}
