import { read, refusal } from '../kit/breaks.ts';
import { type Fault, faults, faultsFrom, query } from '../kit/fault.ts';

const isNil = (text: string) => /^[0-]{36}$/.test(text);

/** Faults of services that take the id of zeros for one that was left out. */
export const nilId: readonly Fault[] = [
  ...faultsFrom(
    {
      'get-academic-year.not-found/nil-id': ['getAcademicYear', '/academic-years', 'academicYearId'],
      'get-class.not-found/nil-id': ['getClass', '/classes', 'classId'],
      'get-cohort.not-found/nil-id': ['getCohort', '/smart-ia/cohorts', 'cohortId'],
    },
    ([op, path, id]) => ({
      on: [op],
      deep: true,
      story:
        'A binder makes zeros of an id that is missing, so the handler takes zeros for none and shows the first one.',
      with: async (request, service) => {
        const url = new URL(request.url);
        const [last = ''] = url.pathname.split('/').slice(-1);
        if (!isNil(last)) return service(request);
        const { data } = await read(request, service, path);
        const [first] = Array.isArray(data) ? data : [];
        url.pathname = url.pathname.replace(last, String((first as Record<string, unknown>)[id]));
        return service(new Request(url, request));
      },
    }),
  ),
  ...faultsFrom(
    {
      'list-classes.academic-year-id/nil-id': ['listClasses', 'academicYearId'],
      'list-cohorts.academic-year-id/nil-id': ['listCohorts', 'academicYearId'],
      'list-users.user-id-no-match/nil-id': ['listUsers', 'userId'],
      'list-sessions.user-id-no-match/nil-id': ['listSessions', 'userId'],
      'list-sessions.test-id-no-match/nil-id': ['listSessions', 'testId'],
    },
    ([op, name]) => ({
      on: [op],
      deep: true,
      story: 'A filter of zeros is what the binder makes of no filter, and is dropped as such.',
      with: query((asked) => {
        const kept = asked.getAll(name).filter((value) => !isNil(value));
        asked.delete(name);
        for (const value of kept) asked.append(name, value);
      }),
    }),
  ),
  ...faults(
    {
      'list-classes.academic-year-id/nil-id!error': 'listClasses',
      'list-cohorts.academic-year-id/nil-id!error': 'listCohorts',
      'list-users.user-id-no-match/nil-id!error': 'listUsers',
      'list-sessions.user-id-no-match/nil-id!error': 'listSessions',
      'list-sessions.test-id-no-match/nil-id!error': 'listSessions',
    },
    {
      story: 'An assertion forbids the empty id, for it can only come of a mistake.',
      with: async (request, service) => {
        const values = [...new URL(request.url).searchParams.values()];
        return values.some(isNil) ? refusal(500, 'The id must not be empty.') : service(request);
      },
    },
  ),
];
