import {
  type Ask,
  type Desk,
  type Dict,
  dictOf,
  idList,
  isUuid,
  payload,
  type Reply,
  refuse,
} from './kit.ts';
import { GENDERS, portrait, withGroups } from './portrait.ts';
import { cell, type House } from './store.ts';
import { isLearner, isTeacher, join, leave } from './ties.ts';

const bornOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value))
    return refuse(400, 'dateOfBirth must be YYYY-MM-DD');
  const time = Date.parse(value);
  const real = !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
  return real ? value : refuse(400, 'dateOfBirth is no day');
};

const genderOf = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' && GENDERS.includes(value) ? value : refuse(400, 'no such gender');
};

const wordOf = (wish: Dict, name: string): string => {
  const value = wish[name];
  return typeof value === 'string' && value.trim() !== '' ? value : refuse(400, `${name} is required`);
};

const maybe = (wish: Dict, name: string): string | undefined => {
  const value = wish[name];
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : refuse(400, `${name} must be a string`);
};

const emailOf = (value: string | undefined): string | undefined =>
  value === undefined || /^[^\s@]+@[^\s@]+$/.test(value) ? value : refuse(400, 'email is no email address');

/** Everything that changes accounts. */
export function staffDesk(house: House): Desk {
  const { on, db } = house;
  const { users } = db;
  const passwords = new Map<number, string>();

  const userAt = (ask: Ask, kind: 'user' | 'student' | 'teacher'): number => {
    const id = ask.at[0];
    if (!isUuid(id)) return refuse(400, 'userId is no UUID');
    const row = db.userRow.get(id.toLowerCase());
    const fits = kind === 'student' ? isLearner : kind === 'teacher' ? isTeacher : () => true;
    return row !== undefined && fits(house, row) ? row : refuse(404, `No such ${kind}`);
  };

  const touch = (row: number): void => {
    users.updated[row] = Math.max(Date.now(), cell(users.updated, row) + 1);
  };

  const file = (index: Map<string, number[]>, value: string | undefined, row: number): void => {
    if (value !== undefined) index.set(value, [...(index.get(value) ?? []), row]);
  };

  const create = async (ask: Ask, kind: 'student' | 'teacher'): Promise<number> => {
    const wish = payload(await dictOf(ask), kind);
    const first = wordOf(wish, 'firstName');
    const last = wordOf(wish, 'lastName');
    const born = bornOf(wish['dateOfBirth']);
    const gender = genderOf(wish['gender']);
    const email = emailOf(maybe(wish, 'email'));
    const [username, upn, externalId] = [
      maybe(wish, 'username'),
      maybe(wish, 'upn'),
      maybe(wish, 'externalId'),
    ];
    const row = users.id.length;
    const now = Date.now();
    const id = db.freshId();
    users.id.push(id);
    users.username.push(username);
    users.upn.push(upn);
    users.roles.push([kind]);
    users.externalId.push(externalId);
    users.first.push(first);
    users.last.push(last);
    users.emails.push(email === undefined ? [] : [email]);
    users.gender.push(gender);
    users.born.push(born);
    users.created.push(now);
    users.updated.push(now);
    users.off.push(false);
    db.userClasses.push([]);
    db.userCohorts.push([]);
    db.userRow.set(id, row);
    file(db.upnIndex, upn, row);
    file(db.usernameIndex, username, row);
    file(db.externalIndex, externalId, row);
    return row;
  };

  const created = (row: number): Reply => {
    const reply: Reply = { status: 201, body: { user: withGroups(house, row) } };
    if (on('location-told')) reply.headers = { location: `/api/v1/users/${cell(users.id, row)}` };
    return reply;
  };

  const groupsOf = async (ask: Ask, name: 'classIds' | 'cohortIds'): Promise<number[]> => {
    const map = name === 'classIds' ? db.classRow : db.cohortRow;
    return idList((await dictOf(ask))[name], name).map(
      (id) => map.get(id) ?? refuse(400, `${id} of ${name} is unknown`),
    );
  };

  return {
    createStudent: async (ask) => {
      const row = await create(ask, 'student');
      if (on('student-create-unwrapped')) return { status: 201, body: withGroups(house, row) };
      return created(row);
    },
    createTeacher: async (ask) => {
      const row = await create(ask, 'teacher');
      if (on('teacher-create-as-student')) users.roles[row] = ['student'];
      return created(row);
    },
    addStudentClasses: async (ask) => {
      const row = userAt(ask, 'student');
      const rows = await groupsOf(ask, 'classIds');
      if (on('student-classes-replaced')) leave(house, 'userClasses', row, cell(db.userClasses, row));
      join(house, 'userClasses', row, rows);
      return { status: 204 };
    },
    removeStudentClasses: async (ask) => {
      const row = userAt(ask, 'student');
      leave(house, 'userClasses', row, await groupsOf(ask, 'classIds'));
      return { status: 204 };
    },
    addStudentCohorts: async (ask) => {
      const row = userAt(ask, 'student');
      const rows = await groupsOf(ask, 'cohortIds');
      if (!on('student-cohorts-forgotten')) join(house, 'userCohorts', row, rows);
      return { status: 204 };
    },
    addTeacherClasses: async (ask) => {
      const row = userAt(ask, 'teacher');
      join(house, 'userClasses', row, await groupsOf(ask, 'classIds'));
      return { status: 204 };
    },
    removeTeacherClasses: async (ask) => {
      const row = userAt(ask, 'teacher');
      const rows = await groupsOf(ask, 'classIds');
      leave(house, 'userClasses', row, on('teacher-classes-all-removed') ? cell(db.userClasses, row) : rows);
      return { status: 204 };
    },
    updateStudentDetails: async (ask) => {
      const row = userAt(ask, 'student');
      const wish = payload(await dictOf(ask), 'details');
      const born = bornOf(wish['dateOfBirth']);
      const gender = genderOf(wish['gender']);
      if (born === undefined && gender === undefined) return refuse(400, 'dateOfBirth or gender is required');
      if (born !== undefined) users.born[row] = born;
      if (gender !== undefined || on('student-details-clear-gender')) users.gender[row] = gender;
      touch(row);
      return { status: 200, body: { user: withGroups(house, row) } };
    },
    updateUserName: async (ask) => {
      const row = userAt(ask, 'user');
      const wish = payload(await dictOf(ask), 'name');
      const [first, last] = [wordOf(wish, 'firstName'), wordOf(wish, 'lastName')];
      users.first[row] = first;
      if (!on('user-name-first-only')) users.last[row] = last;
      if (!on('user-name-not-dated')) touch(row);
      return { status: 200, body: { user: withGroups(house, row) } };
    },
    updateUserPassword: async (ask) => {
      const row = userAt(ask, 'user');
      passwords.set(row, wordOf(payload(await dictOf(ask), 'user'), 'password'));
      touch(row);
      const card = withGroups(house, row);
      if (on('user-password-without-groups')) {
        delete card['classIds'];
        delete card['cohortIds'];
      }
      return { status: 200, body: { user: card } };
    },
    updateUserPrimaryEmail: async (ask) => {
      const row = userAt(ask, 'user');
      const email = emailOf(wordOf(payload(await dictOf(ask), 'user'), 'email')) ?? '';
      const held = cell(users.emails, row);
      const emails = [email, ...held.filter((each) => each !== email)];
      users.emails[row] = emails;
      touch(row);
      const reply: Reply = { status: 200, body: { user: withGroups(house, row) } };
      if (on('user-email-not-kept')) users.emails[row] = held;
      return reply;
    },
    setUserExternalId: async (ask) => {
      const row = userAt(ask, 'user');
      const externalId = wordOf(payload(await dictOf(ask), 'user'), 'externalId');
      const old = users.externalId[row];
      if (!on('external-id-index-stale')) {
        if (old !== undefined)
          db.externalIndex.set(
            old,
            (db.externalIndex.get(old) ?? []).filter((each) => each !== row),
          );
        file(db.externalIndex, externalId, row);
      }
      users.externalId[row] = externalId;
      touch(row);
      return { status: 200, body: { user: portrait(house, row) } };
    },
    enableUser: (ask) => {
      const row = userAt(ask, 'user');
      users.off[row] = false;
      touch(row);
      return { status: 204 };
    },
    disableUser: (ask) => {
      const row = userAt(ask, 'user');
      if (!on('user-disable-forgotten')) users.off[row] = true;
      touch(row);
      return { status: 204 };
    },
  };
}
