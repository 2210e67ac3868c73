import { editItems, refuse } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, newUserId, nextOf, userOf } from '../client.ts';
import { at, type BlindFault, type Line, on, textAt } from '../kit.ts';
import { after, fault, pathId, type Service, thinned, yearIds } from './members-help.ts';

async function nameTaken(line: Line, other: 'class' | 'cohort', path: string): Promise<boolean> {
  const own = other === 'class' ? 'cohort' : 'class';
  const name = at(line.ask.body, own, 'name');
  if (typeof name !== 'string' || name.trim() === '') return false;
  const academicYearId = textAt(line.ask.body, own, 'academicYearId') || 'current';
  const found = await line.call(`GET ${path}?${new URLSearchParams({ search: name, academicYearId })}`);
  return found.status === 200 && Number(at(found.body, 'pagination', 'total')) > 0;
}

const oneIndex = fault('a-cohort-conflicts-with-a-class-of-its-name', {
  story:
    'Classes and cohorts were merged into one table of groups, and the unique index on year and name does not hold the type.',
  rests:
    'Creating a cohort is 409 when the cohort already exists; a class of that name is no cohort. Likewise for classes.',
  depth: 'medium',
  at: ['POST /smart-ia/cohorts', 'POST /classes'],
  wrap: (service) => {
    const cohorts = on(service, 'POST /smart-ia/cohorts', async (line) =>
      (await nameTaken(line, 'class', '/classes'))
        ? refuse(line.ask, 409, 'Cohort already exists')
        : line.pass(),
    );
    return on(cohorts, 'POST /classes', async (line) =>
      (await nameTaken(line, 'cohort', '/smart-ia/cohorts'))
        ? refuse(line.ask, 409, 'Class already exists')
        : line.pass(),
    );
  },
  witness: both(async (client) => {
    const name = client.word();
    const first = await client.send('POST', '/classes', { class: { name } });
    const second = await client.send('POST', '/smart-ia/cohorts', { cohort: { name } });
    return [first.status, second.status];
  }),
});

const replacedRow = fault('assigning-a-student-to-cohorts-loses-birthday-and-gender', {
  story:
    'The assignment replaces the row of the student to move a version number, and its statement does not name the two columns that came with a later migration.',
  rests:
    'POST /students/{userId}/cohorts assigns the student to cohorts; dateOfBirth and gender of the User stay.',
  depth: 'medium',
  at: ['POST /students/{id}/cohorts', 'GET /users', 'POST /users/search'],
  wrap: (service) =>
    after(service, 'POST /students/{id}/cohorts', (line) =>
      line.call(`PATCH /students/${pathId(line)}/details`, { user: { dateOfBirth: null, gender: null } }),
    ),
  witness: both(async (client) => {
    const student = await newUserId(client, 'student', { dateOfBirth: '2007-05-09', gender: 'female' });
    const cohort = await newCohortId(client);
    await client.send('POST', `/students/${student}/cohorts`, { cohortIds: [cohort] });
    const user = await userOf(client, student);
    return [textAt(user, 'dateOfBirth'), textAt(user, 'gender')];
  }),
});

const flagOfDefault = fault('the-current-year-lacks-classes-that-named-it-by-id', {
  story:
    'The filter for the current year looks at a flag of the class, and the flag is set only where the year was filled in by default.',
  rests:
    'academicYearId=current lists the classes of the current year, however the year was given when they were made.',
  depth: 'medium',
  at: ['GET /classes'],
  wrap: (service) => {
    const unflagged = new Set<string>();
    const noting = on(service, 'POST /classes', async ({ ask, pass }) => {
      const response = await pass();
      if (!response.ok || typeof at(ask.body, 'class', 'academicYearId') !== 'string') return response;
      unflagged.add(textAt(await response.clone().json(), 'class', 'classId'));
      return response;
    });
    return thinned(
      noting,
      '/classes',
      (query) => query.get('academicYearId') === 'current' && unflagged.size > 0,
      (item) => !unflagged.has(textAt(item, 'classId')),
    );
  },
  witness: both(async (client) => {
    const current = (await yearIds(client)).at(-1) ?? '';
    const group = await newClassId(client, { academicYearId: current });
    const name = textAt((await client.get(`/classes/${group}`)).body, 'class', 'name');
    const found = await client.get('/classes', { search: name, academicYearId: 'current' });
    return column(found, 'classId').includes(group);
  }),
});

function withoutCohorts(service: Service): Service {
  return on(service, 'GET /users', async ({ ask, pass }) => {
    const response = await pass();
    if (!ask.query.has('cursor')) return response;
    return editItems(response, ({ cohortIds: _, ...user }) => user);
  });
}

const bareCursorPages = fault('users-on-pages-behind-a-cursor-have-no-cohorts', {
  story:
    'Paging by cursor has a query of its own, and the relations that it loads were not kept up when cohortIds came to the user.',
  rests: 'cohortIds are in the user responses of GET /users, on every page.',
  depth: 'medium',
  at: ['GET /users'],
  wrap: withoutCohorts,
  witness: both(async (client) => {
    const first = await client.get('/users', { limit: 50 });
    const second = await client.get('/users', { limit: 50, cursor: nextOf(first) });
    return itemsOf(second).filter((user) => user['cohortIds'] !== undefined).length;
  }),
});

/** More faults that take a certain value or state. */
export const valueFaults: readonly BlindFault[] = [oneIndex, replacedRow, flagOfDefault, bareCursorPages];
