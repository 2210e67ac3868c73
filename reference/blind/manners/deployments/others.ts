import { itemAt } from '../../../service/data/random.ts';
import type { Store } from '../../../service/index.ts';
import type { UserRow } from '../../../service/store/rows.ts';
import { call, cluster, copyOf, replicated } from './cluster.ts';
import { chance, type Deployment, eventual, type Machine, start, uuid } from './kit.ts';
import { isWrite } from './messages.ts';

/** How many users and classes there are at first. */
const [seededUsers, seededClasses] = [300, 130];

/** The item at a place from 0 to less than 1. */
function chosen<Item>(items: readonly Item[], place: number, count = items.length): Item {
  return itemAt(items, Math.floor(place * count));
}

/** The students that were there at first. */
function firstStudents({ users }: Store): readonly UserRow[] {
  return users
    .list()
    .slice(0, seededUsers)
    .filter((user) => user.roles.includes('student'));
}

const levels = ['E1 - Lower', 'E2 - Middle', 'E3 - Higher', 'L1 - Lower', 'L1 - Middle', 'L2 - Higher'];

/** What chance says of one attempt. */
interface Attempt {
  readonly id: string;
  readonly pick: number;
  readonly who: number;
  readonly which: number;
  readonly level: number;
  readonly ago: number;
  readonly long: number;
}

function end({ sessions, tick }: Store, id: string, level: number): void {
  const row = sessions.get(id);
  if (row === undefined) return;
  const endDate = tick();
  sessions.put({ ...row, endDate, result: { calculatedAt: tick(), level: chosen(levels, level) } });
}

/** An attempt begins, or one is handed in that is over, or somebody has studied. */
function attempt(store: Store, { id, pick, who, which, level, ago, long }: Attempt): void {
  const user = chosen(firstStudents(store), who);
  const test = chosen(store.tests.list(), which);
  const now = store.tick();
  const about = { id, userId: user.id, testId: test.id, testVersionId: test.versionId };
  if (pick < 0.7) {
    store.sessions.put({ ...about, startDate: now, endDate: undefined, result: undefined });
    return;
  }
  const startDate = now - Math.floor(1 + ago * 400) * 86_400_000;
  const endDate = startDate + Math.floor(300 + long * 3000) * 1000;
  if (pick < 0.9) {
    const result = { calculatedAt: endDate + 4000, level: chosen(levels, level) };
    store.sessions.put({ ...about, startDate, endDate, result });
  } else {
    store.studySessions.put({ id, userId: user.id, subject: test.subject, startDate, endDate });
  }
}

const sessions: Deployment = {
  id: 'others-sessions',
  why:
    'Sessions are attempts by users, who begin and end them at any time ("no move shown" is by this interface); some ' +
    'come in late from devices that were offline, with a start in the past. Two copies, one 60 ms late, answer in turns.',
  make(create) {
    const all = cluster(create, () => 60);
    const random = chance(15);
    const open: string[] = [];
    let seen = 0;
    const happen = () => {
      const pick = random();
      const [who, which, level, ago, long] = [random(), random(), random(), random(), random()];
      const id = uuid(random);
      const ending = pick < 0.4 && open.length > 2 ? open.shift() : undefined;
      if (ending === undefined && pick < 0.7) open.push(id);
      void all.write(async ({ store }) => {
        if (ending === undefined) attempt(store, { id, pick, who, which, level, ago, long });
        else end(store, ending, level);
      });
    };
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        seen += 1;
        if (seen % 30 === 0) happen();
        if (isWrite(request)) return replicated(all, request);
        return (seen % 2 === 0 ? copyOf(all, 0) : all.leader).answer(request);
      },
    };
  },
};

const names = ['Ada', 'Bo', 'Chidi', 'Dee', 'Éva', 'Finn', 'Gwen', 'Hana'];

/** What chance says of one thing that happens in a school. */
interface Happening {
  readonly count: number;
  readonly name: string;
  readonly who: number;
  readonly where: number;
}

/** What happens in a school, one thing after the other: somebody comes, is renamed, moves, and groups are made. */
async function befall(machine: Machine, { count, name, who, where }: Happening): Promise<unknown> {
  const { store } = machine;
  const turn = count % 5;
  if (turn === 0) {
    const user = { firstName: name, lastName: `Newcomer${count}` };
    return call('POST', '/students', { user })(machine);
  }
  if (turn === 1) {
    const { id, lastName } = chosen(store.users.list(), who, seededUsers);
    return call('PUT', `/users/${id}/name`, { user: { firstName: name, lastName } })(machine);
  }
  if (turn === 2) {
    const user = chosen(firstStudents(store), who);
    const to = chosen(store.classes.list(), where, seededClasses);
    const [from] = user.classIds;
    const userIds = [user.id];
    if (from !== undefined) await call('DELETE', `/classes/${from}/students`, { userIds })(machine);
    return call('POST', `/classes/${to.id}/students`, { userIds })(machine);
  }
  if (turn === 3) {
    const cohort = { name: `Walk-in group ${count}` };
    return call('POST', '/smart-ia/cohorts', { cohort })(machine);
  }
  return call('POST', '/classes', { class: { name: `Cover room ${count}` } })(machine);
}

const school: Deployment = {
  id: 'others-busy-school',
  why:
    `${eventual} Nor does a sentence say that the caller is alone: others create students, classes and cohorts, rename ` +
    'users and move them between classes, every 20 requests; reads go at random to three copies, 0, 40 and 150 ms late.',
  make(create) {
    const all = cluster(
      create,
      () => 40,
      () => 150,
    );
    const random = chance(16);
    let seen = 0;
    let count = 0;
    const happen = () => {
      count += 1;
      const [which, who, where] = [random(), random(), random()];
      const happening = { count, name: chosen(names, which), who, where };
      void all.write((machine) => befall(machine, happening));
    };
    return {
      keys: all.leader.keys,
      fetch: async (request) => {
        seen += 1;
        if (seen % 20 === 0) happen();
        if (isWrite(request)) return replicated(all, request);
        return copyOf(all, Math.floor(random() * 3) - 1).answer(request);
      },
    };
  },
};

/** What an import brings beside changes of users: a test each time, and once the next academic year. */
function publish({ tests, years }: Store, run: number, random: () => number): void {
  if (run <= 3) {
    const name = `Mathematics – Initial Assessment N${run}`;
    tests.put({ id: uuid(random), versionId: uuid(random), name, subject: 'Mathematics' });
  }
  if (run === 1) {
    const [startDate, endDate] = [Date.UTC(2026, 8, 1), Date.UTC(2027, 8, 1) - 1];
    years.put({ id: uuid(random), name: '2026/2027', startDate, endDate, current: false });
  }
}

const nightly: Deployment = {
  id: 'nightly-import',
  why:
    '"updatedAt: When the user was last updated", by whomever: an import from the school\'s system goes through the ' +
    'users, one per request, after request 400 and every 1200 more. It also publishes a test, and once the next ' +
    'academic year; both are "read-only" to callers, not constant.',
  make(create) {
    const { answer, keys, store } = start(create);
    const random = chance(17);
    let seen = 0;
    let runs = 0;
    let old = 0;
    let left = 0;
    const step = () => {
      const users = store.users.list();
      const isOld = left % 2 === 0;
      const row = itemAt(users, isOld ? old : users.length - 1 - (((left - 1) / 2) % users.length));
      if (isOld) old += 1;
      store.users.put({ ...row, updatedAt: store.tick() });
      left -= 1;
      if (left > 0) return;
      runs += 1;
      publish(store, runs, random);
    };
    return {
      keys,
      fetch: async (request) => {
        seen += 1;
        if (seen >= 400 && (seen - 400) % 1200 === 0) left = 60;
        if (left > 0) step();
        return answer(request);
      },
    };
  },
};

/** What others change while somebody reads. */
export const otherDeployments: readonly Deployment[] = [sessions, school, nightly];
