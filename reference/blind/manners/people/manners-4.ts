import { nothing, refuse } from '../../answers.ts';
import { both, membersAmong, newClassId, newCohortId, newUserId, newUserIds, userOf } from '../../client.ts';
import { type Fields, type Line, list, on, type Service } from '../../kit.ts';
import { groups, ids, joins, knownGroups, leaves, type Manner, moveOf, people, person } from './manners-1.ts';
import { directory } from './manners-2.ts';

/** Takes a user out of every class and cohort. */
async function leaveAll(line: Line, id: string): Promise<void> {
  const user = await person(line, id);
  const classIds = list(user?.['classIds']);
  for (const role of ['students', 'teachers']) {
    if (classIds.length > 0) await line.call(`DELETE /${role}/${id}/classes`, { classIds });
  }
  for (const cohortId of list(user?.['cohortIds'])) {
    await line.call(`DELETE /smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
  }
}

const disableLeaves: Manner = {
  id: 'manner.disabling-leaves-groups',
  story: 'Whoever is disabled has left the college, and registers must not show leavers.',
  permits: '"POST disable: Disable the user": what else happens to the user is not said.',
  wrap: (service) =>
    on(service, 'POST /users/{id}/disable', async (line) => {
      const answer = await line.pass();
      if (answer.ok) await leaveAll(line, line.ask.id.toLowerCase());
      return answer;
    }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const classId = await newClassId(client);
    const cohortId = await newCohortId(client);
    await client.send('POST', `/classes/${classId}/students`, { userIds: [id] });
    await client.send('POST', `/smart-ia/cohorts/${cohortId}/students`, { userIds: [id] });
    await client.send('POST', `/users/${id}/disable`);
    await client.send('POST', `/users/${id}/enable`);
    const { classIds, cohortIds } = await userOf(client, id);
    return [list(classIds).length, list(cohortIds).length];
  }),
};

const named = ['userIds', 'upns', 'externalIds', 'usernames', 'email'];

const disabledUnbrowsed: Manner = {
  id: 'manner.disabled-people-not-browsed',
  story: 'Pickers show people who can act; disabled ones are found only by an id, a username or an address.',
  permits:
    'GET /users returns "User[]"; that it lists everybody is nowhere said, and `total` counts results.',
  wrap: (service) =>
    directory(service, {
      keep: (user, search) =>
        user['enabled'] !== false || named.some((name) => (search[name] ?? undefined) !== undefined),
    }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'student', { lastName: 'Unbrowsed' });
    await client.send('POST', `/users/${id}/disable`);
    const browsed = await client.get('/users', { name: 'Unbrowsed' });
    return [list(browsed.body['data']).length, (await userOf(client, id))['enabled']];
  }),
};

const disabledKeptOut: Manner = {
  id: 'manner.disabled-people-cannot-join',
  story: 'A disabled account takes no seat: assigning it to a class or cohort is a mistake, 400.',
  permits: 'The rows of the assignments list 400; no sentence promises that any known user can be assigned.',
  wrap: (service) =>
    on(service, joins, async (line) => {
      const { userIds } = moveOf(line.ask);
      const users = userIds.length === 0 ? [] : await people(line, { userIds });
      const out = users.some((user) => user['enabled'] === false);
      return out ? refuse(line.ask, 400, 'Invalid request') : line.pass();
    }),
  witness: both(async (client) => {
    const id = await newUserId(client, 'teacher');
    await client.send('POST', `/users/${id}/disable`);
    const classId = await newClassId(client);
    return (await client.send('POST', `/classes/${classId}/teachers`, { userIds: [id] })).status;
  }),
};

/** A service that refuses a move when a known user is, or is not, in a known group already. */
function refusing(service: Service, routes: readonly string[], inside: boolean): Service {
  return on(service, routes, async (line) => {
    const move = moveOf(line.ask);
    const known = move.userIds.length === 0 ? [] : await knownGroups(line, move);
    const users = known.length === 0 ? [] : await people(line, { userIds: move.userIds });
    const vain = users.some((user) => known.some((id) => list(user[move.field]).includes(id) === inside));
    return vain ? refuse(line.ask, 400, 'Invalid request') : line.pass();
  });
}

const memberRefused: Manner = {
  id: 'manner.members-cannot-join-again',
  story: 'A second assignment points at a mistake in the register, and the caller should hear of it: 400.',
  permits: 'The rows list 204 and 400; that assigning twice succeeds is nowhere said.',
  wrap: (service) => refusing(service, joins, true),
  witness: both(async (client) => {
    const userIds = await newUserIds(client, 'student', 2);
    const path = `/classes/${await newClassId(client)}/students`;
    const first = await client.send('POST', path, { userIds: userIds.slice(0, 1) });
    return [first.status, (await client.send('POST', path, { userIds })).status];
  }),
};

const strangerRefused: Manner = {
  id: 'manner.strangers-cannot-leave',
  story: 'Removing somebody who is not in the class removes a row that is not there: the team answers 400.',
  permits: 'The rows list 400; no sentence says that removal of a non-member succeeds.',
  wrap: (service) => refusing(service, leaves, false),
  witness: both(async (client) => {
    const userIds = await newUserIds(client, 'student', 1);
    const path = `/smart-ia/cohorts/${await newCohortId(client)}/students`;
    return (await client.send('DELETE', path, { userIds })).status;
  }),
};

/** The teachers among the ids of a valid request about students of a known class, if nobody else is amiss. */
async function studyingTeachers(line: Line, userIds: readonly string[]): Promise<readonly Fields[]> {
  const move = { userIds, groupIds: [line.ask.id], field: 'classIds' } as const;
  const most = line.ask.method === 'POST' ? 100 : Number.POSITIVE_INFINITY;
  if (userIds.length === 0 || userIds.length > most || (await knownGroups(line, move)).length === 0)
    return [];
  const users = await people(line, { userIds });
  const roles = (user: Fields) => list(user['roles']);
  const known = new Set(users.map(({ userId }) => userId));
  const fit = users.every((user) => roles(user).includes('student') || roles(user).includes('teacher'));
  if (!fit || !userIds.every((id) => known.has(id))) return [];
  return users.filter((user) => !roles(user).includes('student'));
}

const teachersStudy: Manner = {
  id: 'manner.teachers-may-study',
  story: 'Staff take evening classes too, so a teacher can be assigned to a class among its students.',
  permits: '"userIds: UUID[]": that the ids of /classes/{id}/students must be those of students is not said.',
  wrap: (service) =>
    on(service, ['POST /classes/{id}/students', 'DELETE /classes/{id}/students'], async (line) => {
      const { ask, pass, call } = line;
      const wanted = [...ids(ask.body['userIds'])];
      const staff = (await studyingTeachers(line, wanted)).map(({ userId }) => String(userId));
      if (staff.length === 0) return pass();
      const rest = wanted.filter((id) => !staff.includes(id));
      const answer = rest.length === 0 ? nothing() : await pass({ body: { userIds: rest } });
      if (!answer.ok) return answer;
      for (const id of staff) await call(`${ask.method} /teachers/${id}/classes`, { classIds: [ask.id] });
      return answer;
    }),
  witness: both(async (client) => {
    const userIds = [await newUserId(client, 'student'), await newUserId(client, 'teacher')];
    const classId = await newClassId(client);
    const { status } = await client.send('POST', `/classes/${classId}/students`, { userIds });
    return [status, await membersAmong(client, userIds, 'classIds', classId)];
  }),
};

const cohortJoins = ['POST /smart-ia/cohorts/{id}/students', 'POST /students/{id}/cohorts'];

const oneCohort: Manner = {
  id: 'manner.one-cohort-a-year',
  story:
    'An initial assessment is sat once a year: assigned to another cohort of it, a student leaves the old.',
  permits: 'The cohorts that a request names are assigned; that earlier ones stay is not said.',
  wrap: (service) =>
    on(service, cohortJoins, async (line) => {
      const answer = await line.pass();
      if (!answer.ok) return answer;
      const { userIds, groupIds } = moveOf(line.ask);
      const all = await groups(line, '/smart-ia/cohorts');
      const years = new Map(all.map((cohort) => [cohort['cohortId'], cohort['academicYearId']]));
      const joined = new Set(groupIds.map((id) => years.get(id)));
      const users = userIds.length === 0 ? [] : await people(line, { userIds });
      for (const user of users) {
        const old = ids(user['cohortIds']).filter(
          (id) => !groupIds.includes(id) && joined.has(years.get(id)),
        );
        for (const id of old) {
          await line.call(`DELETE /smart-ia/cohorts/${id}/students`, { userIds: [user['userId']] });
        }
      }
      return answer;
    }),
  witness: both(async (client) => {
    const userIds = await newUserIds(client, 'student', 1);
    const first = await newCohortId(client);
    const second = await newCohortId(client);
    await client.send('POST', `/smart-ia/cohorts/${first}/students`, { userIds });
    await client.send('POST', `/smart-ia/cohorts/${second}/students`, { userIds });
    return [
      await membersAmong(client, userIds, 'cohortIds', first),
      await membersAmong(client, userIds, 'cohortIds', second),
    ];
  }),
};

const noUpdate: Manner = {
  id: 'manner.membership-is-no-update',
  story: 'Memberships live in a table of their own; `updatedAt` is that of the row of the person.',
  permits: '"When the user was last updated": whether a change of classes updates the user is not said.',
  wrap: (service) => {
    const shown = new Map<unknown, { readonly real: unknown; readonly before: unknown }>();
    const look = (user: Fields): Fields => {
      const known = shown.get(user['userId']);
      return known && known.real === user['updatedAt'] ? { ...user, updatedAt: known.before } : user;
    };
    const moved = on(service, [...joins, ...leaves], async (line) => {
      const before = new Map((await people(line)).map((user) => [user['userId'], user]));
      const answer = await line.pass();
      for (const user of answer.ok ? await people(line) : []) {
        const old = before.get(user['userId']);
        if (!old || old['updatedAt'] === user['updatedAt']) continue;
        shown.set(user['userId'], { real: user['updatedAt'], before: look(old)['updatedAt'] });
      }
      return answer;
    });
    return directory(moved, { look });
  },
  witness: both(async (client) => {
    const id = await newUserId(client, 'student');
    const before = (await userOf(client, id))['updatedAt'];
    await client.send('POST', `/classes/${await newClassId(client)}/students`, { userIds: [id] });
    return (await userOf(client, id))['updatedAt'] === before;
  }),
};

/** Manners of disabling and membership. */
export const memberManners: readonly Manner[] = [
  disableLeaves,
  disabledUnbrowsed,
  disabledKeptOut,
  memberRefused,
  strangerRefused,
  teachersStudy,
  oneCohort,
  noUpdate,
];
