import { allOf } from '../answers.ts';
import { itemsOf } from '../client.ts';
import { type Fields, fields, type Line, list, textAt } from '../kit.ts';
import { type Held, plainBorder } from './lists-help.ts';

const path = '/smart-ia/sessions';

/** The border of a cursor whose value has been rounded to whole seconds. */
export function byPlace(items: readonly Fields[], held: Held): number {
  const query = new URLSearchParams(held.what);
  const field = query.get('sort[field]') ?? 'startDate';
  const sign = query.get('sort[direction]') === 'desc' ? -1 : 1;
  const stood = items.find((item) => item['sessionId'] === held.id);
  const instant = Date.parse(textAt(stood, field));
  const rounded = Math.round(instant / 1000) * 1000;
  if (Number.isNaN(instant) || rounded === instant) return plainBorder(items, held, 'sessionId');
  const past = items.findIndex((item) => {
    const text = textAt(item, field);
    const order = text === '' ? 1 : sign * (Date.parse(text) - rounded);
    return order > 0 || (order === 0 && textAt(item, 'sessionId') > held.id);
  });
  return past < 0 ? items.length : past;
}

/** Sessions, of which a filter by subject finds those at today's version of their test. */
export async function subjectsOfToday(line: Line, query: URLSearchParams): Promise<readonly Fields[]> {
  const sessions = await allOf(line, path, query);
  if (!query.has('subject')) return sessions;
  const cohorts = await allOf(line, '/smart-ia/cohorts', new URLSearchParams());
  const tests = cohorts.flatMap((cohort) => list(cohort['tests']).map(fields));
  const today = new Map(tests.map((test) => [test['testId'], test['testVersionId']]));
  return sessions.filter((session) => {
    const { testId, testVersionId } = fields(session['test']);
    return (today.get(testId) ?? testVersionId) === testVersionId;
  });
}

const shown = [
  'userId',
  'username',
  'upn',
  'externalId',
  'fullName',
  'firstName',
  'lastName',
  'gender',
  'dateOfBirth',
];

/** Sessions, with the users of a filter by several ids put beside the ids in the order of the table. */
export async function zippedUsers(line: Line, query: URLSearchParams): Promise<readonly Fields[]> {
  const sessions = await allOf(line, path, query);
  const ids = [...new Set(query.getAll('userId').map((id) => id.toLowerCase()))];
  if (ids.length < 2) return sessions;
  const wanted = new URLSearchParams(ids.map((id) => ['userId', id]));
  const users = itemsOf(await line.call(`GET /users?${wanted}`));
  const key = (user: Fields) => textAt(user, 'userId');
  const stored = users.sort((a, b) => (key(a) < key(b) ? -1 : 1));
  return sessions.map((session) => {
    const user = stored[ids.indexOf(textAt(session, 'user', 'userId'))];
    return user ? { ...session, user: learner(user) } : session;
  });
}

/** What a session shows of its user. */
function learner(user: Fields): Fields {
  return Object.fromEntries(shown.filter((name) => name in user).map((name) => [name, user[name]]));
}
