import type { Call } from './call.ts';
import { bad, missing } from './errors.ts';
import { isEmail, isObject, single, uuidText } from './params.ts';
import type { Json, UserRow } from './types.ts';

export interface UserFilters extends Json {
  userIds?: string[] | undefined;
  upns?: string[] | undefined;
  externalIds?: string[] | undefined;
  usernames?: string[] | undefined;
  email?: string | undefined;
  name?: string | undefined;
  role?: string | undefined;
}

export const ROLES = ['STUDENT', 'TEACHER', 'ADMIN'];

function listParameter(c: Call, name: 'userId' | 'upn' | 'externalId' | 'username'): string[] | undefined {
  let values = c.query.getAll(name);
  if (values.length === 0) return undefined;
  if (values.length === 30 && name === 'username' && c.on('users-username-30-refused'))
    throw bad('Too many values.');
  if (values.length > 30) {
    if (name === 'userId' && values.length === 31 && c.on('users-userid-31-ok')) return values;
    if (name === 'upn' && c.on('users-upn-unbounded')) return values;
    if (name === 'externalId' && c.on('users-externalid-cut-at-30')) return values.slice(0, 30);
    if (name === 'username' && c.on('users-username-31-empty')) return [];
    throw bad(`"${name}" may have 30 values at most.`);
  }
  if (values.some((value) => value === '')) throw bad(`"${name}" holds an empty value.`);
  if (values.length > 1) {
    if (name === 'upn' && c.on('users-upn-last-only')) values = values.slice(-1);
    if (name === 'externalId' && c.on('users-externalid-first-only')) values = values.slice(0, 1);
    if (name === 'userId' && values.length > 20 && c.on('users-userid-first-20'))
      values = values.slice(0, 20);
  }
  if (name === 'userId') {
    if (!values.every(uuidText)) {
      if (c.on('users-userid-malformed-ignored')) values = values.filter(uuidText);
      else throw bad('"userId" must be a UUID.');
    }
    if (values.length === 0) return undefined;
    values = values.map((value) => value.toLowerCase());
  }
  return values;
}

export function filtersOfQuery(c: Call): UserFilters {
  const filters: UserFilters = {
    userIds: listParameter(c, 'userId'),
    upns: listParameter(c, 'upn'),
    externalIds: listParameter(c, 'externalId'),
    usernames: listParameter(c, 'username'),
    email: single(c, 'email'),
    name: single(c, 'name'),
    role: single(c, 'role'),
  };
  return checked(c, filters);
}

function listProperty(c: Call, search: Json, name: string): string[] | undefined {
  const value = search[name];
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw bad(`"${name}" must be a list.`);
  if (value.length === 0) throw bad(`"${name}" needs one value at least.`);
  let texts = value.map((item) => {
    if (typeof item !== 'string' || item === '') throw bad(`"${name}" holds what is no text.`);
    return item;
  });
  if (texts.length > 30) {
    if (name === 'userIds' && c.on('usearch-userids-31-refused')) throw bad('Too many values.');
    if (name === 'upns' && c.on('usearch-upns-first-30')) texts = texts.slice(0, 30);
    if (name === 'externalIds' && c.on('usearch-externalids-last-batch'))
      texts = texts.slice(Math.floor((texts.length - 1) / 30) * 30);
    if (name === 'usernames' && texts.length > 50 && c.on('usearch-usernames-51-refused'))
      throw bad('Too many values.');
  }
  if (name === 'userIds') {
    if (!texts.every(uuidText)) {
      if (c.on('usearch-userids-malformed-ignored')) texts = texts.filter(uuidText);
      else throw bad('"userIds" holds what is no UUID.');
    }
    texts = texts.map((text) => text.toLowerCase());
  }
  return texts;
}

export function filtersOfBody(c: Call): UserFilters {
  if (!isObject(c.body)) throw bad('The body must be a JSON object.');
  const { search } = c.body;
  if (search === undefined) return {};
  if (!isObject(search)) throw bad('"search" must be an object.');
  const text = (name: string): string | undefined => {
    const value = search[name];
    if (value === undefined) return undefined;
    if (typeof value !== 'string') throw bad(`"${name}" must be a text.`);
    return value;
  };
  return checked(c, {
    userIds: listProperty(c, search, 'userIds'),
    upns: listProperty(c, search, 'upns'),
    externalIds: listProperty(c, search, 'externalIds'),
    usernames: listProperty(c, search, 'usernames'),
    email: text('email'),
    name: text('name'),
    role: text('role'),
  });
}

function checked(c: Call, filters: UserFilters): UserFilters {
  const users = c.ep === 'users';
  const result = { ...filters };
  if (result.email !== undefined && !isEmail(result.email)) throw bad('"email" must be an email address.');
  if (result.name === '') {
    if (!c.on(`${c.ep}-name-empty-ok`)) throw bad('"name" needs one character at least.');
    result.name = undefined;
  }
  if (result.role !== undefined && !ROLES.includes(result.role)) {
    if (users && c.on('users-role-unknown-all')) result.role = undefined;
    else throw bad(`"role" must be one of ${ROLES.join(', ')}.`);
  }
  return result;
}

/** Filters that get lost when others are there. */
function dropped(c: Call, filters: UserFilters): UserFilters {
  const { userIds, upns, usernames, email, name, role } = filters;
  if (c.ep === 'users') {
    if (userIds && role && c.on('users-role-lost-with-ids')) return { ...filters, role: undefined };
    if (name && role && c.on('users-name-lost-with-role')) return { ...filters, name: undefined };
    if (email && usernames && c.on('users-username-lost-with-email'))
      return { ...filters, usernames: undefined };
    if (upns && userIds && c.on('users-upn-lost-with-ids')) return { ...filters, upns: undefined };
    return filters;
  }
  if (name && email && c.on('usearch-email-lost-with-name')) return { ...filters, email: undefined };
  if (role && upns && c.on('usearch-role-lost-with-upns')) return { ...filters, role: undefined };
  if (email && c.on('usearch-email-ignored')) return { ...filters, email: undefined };
  if (usernames && filters.externalIds && c.on('usearch-externalids-lost-with-usernames')) {
    return { ...filters, externalIds: undefined };
  }
  return filters;
}

type Test = (row: UserRow) => boolean;

function idTests(c: Call, filters: UserFilters): Test[] {
  const users = c.ep === 'users';
  const tests: Test[] = [];
  const { userIds, upns, externalIds, usernames } = filters;
  if (userIds) {
    const wanted = new Set(userIds);
    const known = userIds.some((id) => c.db.user(id));
    if (known || !(users && c.on('users-userid-unknown-all'))) tests.push((row) => wanted.has(row.id));
  }
  if (upns) {
    const wanted = new Set(upns);
    if (users && c.on('users-upn-prefix')) tests.push((row) => upns.some((upn) => row.upn?.startsWith(upn)));
    else if (!users && c.on('usearch-upn-digits')) {
      const digits = new Set(upns.map((upn) => upn.slice(0, 10)));
      tests.push((row) => row.upn !== undefined && digits.has(row.upn.slice(0, 10)));
    } else tests.push((row) => row.upn !== undefined && wanted.has(row.upn));
  }
  if (externalIds) {
    const wanted = new Set(externalIds);
    const numbers = new Set(externalIds.map(Number).filter((number) => !Number.isNaN(number)));
    if (numbers.size > 0 && users && c.on('users-externalid-numeric'))
      tests.push((row) => numbers.has(Number(row.externalId)));
    else if (externalIds.some((id) => id.includes('/')) && users && c.on('users-externalid-slash')) {
      tests.push((row) => wanted.has(encodeURIComponent(row.externalId ?? '')));
    } else tests.push((row) => row.externalId !== undefined && wanted.has(row.externalId));
    const held = c.db.users.filter(
      (row) => row.externalId !== undefined && wanted.has(row.externalId),
    ).length;
    if (held < wanted.size && users && c.on('users-externalid-unknown-404')) throw missing('user');
    if (held < wanted.size && !users && c.on('usearch-externalid-unknown-none')) tests.push(() => false);
  }
  if (usernames) {
    const wanted = new Set(usernames);
    const upper = usernames.some((name) => name !== name.toLowerCase());
    if (upper && users && c.on('users-username-lowered')) {
      const lowered = new Set(usernames.map((name) => name.toLowerCase()));
      tests.push((row) => lowered.has(row.username ?? ''));
    } else if (usernames.some((name) => name.includes('_')) && users && c.on('users-username-wildcard')) {
      const patterns = usernames.map(
        (name) => new RegExp(`^${name.replace(/[.+*?]/g, '\\$&').replaceAll('_', '.')}$`),
      );
      tests.push((row) => patterns.some((pattern) => pattern.test(row.username ?? '')));
    } else if (usernames.length > 1 && !users && c.on('usearch-usernames-last')) {
      tests.push((row) => row.username === usernames.at(-1));
    } else tests.push((row) => row.username !== undefined && wanted.has(row.username));
  }
  return tests;
}

function emailTest(c: Call, email: string): Test {
  const users = c.ep === 'users';
  const wanted = email.toLowerCase();
  const [local = ''] = wanted.split('@');
  const has = (row: UserRow, test: (mail: string) => boolean): boolean =>
    row.emails.some((mail) => test(mail.toLowerCase()));
  if (local.includes('+') && users && c.on('users-email-plus'))
    return (row) => has(row, (mail) => mail === wanted.replace('+', ' '));
  if (local.includes('+') && !users && c.on('usearch-email-tag-cut')) {
    return (row) => has(row, (mail) => mail === wanted.replace(/\+[^@]*/, ''));
  }
  if (local.includes('_') && users && c.on('users-email-underscore')) {
    const pattern = new RegExp(`^${wanted.replace(/[.+]/g, '\\$&').replaceAll('_', '.')}$`);
    return (row) => has(row, (mail) => pattern.test(mail));
  }
  if (!users && c.on('usearch-email-local-part'))
    return (row) => has(row, (mail) => mail.split('@')[0] === local);
  if (users && c.on('users-email-suffix')) return (row) => has(row, (mail) => mail.endsWith(wanted));
  if (c.on('m-email-case-matters')) return (row) => row.emails.includes(email);
  return (row) => has(row, (mail) => mail === wanted);
}

function nameTest(c: Call, name: string): Test {
  const users = c.ep === 'users';
  const lower = (text: string | undefined): string => (text ?? '').normalize('NFC').toLowerCase();
  const wanted = lower(name);
  if (/'/.test(name) && users && c.on('users-name-apostrophe')) return () => false;
  if (/[^ -~]/.test(name) && users && c.on('users-name-ascii')) return () => false;
  if (/-/.test(name) && !users && c.on('usearch-name-hyphen'))
    return (row) => lower(row.fullName).includes(wanted.replaceAll('-', ' '));
  if (/[()]/.test(name) && !users && c.on('usearch-name-regexp')) {
    return (row) => new RegExp(name, 'iu').test(row.fullName ?? '');
  }
  if (name.includes(' ') && users && c.on('users-name-one-column')) {
    return (row) => lower(row.firstName).includes(wanted) || lower(row.lastName).includes(wanted);
  }
  if (/[^ -ɏ]/.test(name) && !users && c.on('usearch-name-other-scripts')) return () => false;
  if (c.on('m-name-any-word')) {
    const words = wanted.split(/\s+/);
    return (row) => words.every((word) => lower(row.fullName).includes(word));
  }
  if (c.on('m-fullname-last-first')) {
    return (row) =>
      lower(row.fullName).includes(wanted) || lower(`${row.lastName}, ${row.firstName}`).includes(wanted);
  }
  return (row) => row.fullName !== undefined && lower(row.fullName).includes(wanted);
}

function roleTest(c: Call, role: string): Test {
  if (c.ep === 'users') {
    if (role === 'ADMIN' && c.on('users-role-first-only')) return (row) => row.roles[0] === role;
    if (role === 'TEACHER' && c.on('users-role-teacher-with-admins'))
      return (row) => row.roles.some((one) => one !== 'STUDENT');
    if (role === 'STUDENT' && c.on('users-role-student-in-class'))
      return (row) => row.roles.includes(role) && row.classIds.size > 0;
  } else {
    if (role === 'TEACHER' && c.on('usearch-role-exact')) return (row) => row.roles.join() === role;
    if (role === 'STUDENT' && c.on('usearch-role-not-teacher'))
      return (row) => !row.roles.includes('TEACHER');
    if (role === 'ADMIN' && c.on('usearch-role-admin-none')) return () => false;
  }
  return (row) => row.roles.includes(role);
}

export function filterUsers(c: Call, given: UserFilters): readonly UserRow[] {
  const users = c.ep === 'users';
  const filters = dropped(c, given);
  const tests = idTests(c, filters);
  const { email, name, role } = filters;
  if (email !== undefined) {
    const test = emailTest(c, email);
    tests.push((row) => test(row) && !row.marks?.has('email'));
  }
  if (name !== undefined) {
    const test = nameTest(c, name);
    tests.push((row) =>
      row.marks?.has('old-name') && row.stale?.row.fullName !== undefined
        ? test({ ...row, ...row.stale.row })
        : test(row),
    );
  }
  if (role !== undefined) tests.push(roleTest(c, role));
  if (filters.usernames) tests.push((row) => !row.marks?.has('username'));
  if (filters.externalIds) tests.push((row) => !row.marks?.has('external'));
  if (filters.upns) tests.push((row) => !row.marks?.has('upn'));
  const hidden = users ? 'list' : 'search';
  let rows: readonly UserRow[] = c.db.users.filter(
    (row) => !row.marks?.has(hidden) && tests.every((test) => test(row)),
  );
  if (rows.some((row) => !row.enabled) && tests.length === 0 && users && c.on('users-hides-disabled')) {
    rows = rows.filter((row) => row.enabled);
  }
  if (rows.some((row) => row.emails.length === 0) && !users && c.on('usearch-hides-mailless')) {
    rows = rows.filter((row) => row.emails.length > 0);
  }
  if (role === 'TEACHER' && rows.length > 0 && !users && c.on('usearch-hides-classless-teachers')) {
    rows = rows.filter((row) => row.classIds.size > 0);
  }
  return rows;
}
