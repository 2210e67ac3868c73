import { objects } from '../../faults/kit/breaks.ts';
import { answerBody, type Break, type Json } from '../../faults/kit/fault.ts';
import { asking, sortIn } from '../../faults/kit/pages.ts';
import { sessionLists } from '../../faults/kit/routes.ts';
import { filtersOf } from '../../faults/kit/user-filters.ts';
import { type OverlayAction, type Variant, variant } from '../kit/variant.ts';
import { wholeList } from '../kit/whole-list.ts';
import { relisted } from './relist.ts';

const on = ['listUsers', 'searchUsers'] as const;
const schema = '$.components.schemas';
const payload = ".requestBody.content['application/json'].schema.properties.user.properties";

/** Whether a run made the account: the clock of the service stands in 2026, and its own users are older. */
const isNew = ({ createdAt }: Json) => String(createdAt) >= '2026';

/** What another team may do about the order of users and about their fields. */
export const userLists: readonly Variant[] = [
  variant('user.created-at-tie!last-first', {
    fills: ['user.created-at-tie'],
    story: 'Of users made at the same moment the one with the greatest identifier comes first.',
    on,
    with: relisted({
      order: (users, field) =>
        field === 'createdAt'
          ? ties(users, (a, b) => (String(a['userId']) < String(b['userId']) ? 1 : -1))
          : users,
    }),
  }),
  variant('user.created-at-tie!otherwise-in-search', {
    fills: ['user.created-at-tie'],
    story:
      'The search asks another store, where users who are alike in the sort field stand the other way round.',
    on: ['searchUsers'],
    with: relisted({
      order: (users, field) => {
        const alike = new Map<unknown, Json[]>();
        for (const user of users) alike.set(user[field], [user, ...(alike.get(user[field]) ?? [])]);
        return [...alike.values()].flat();
      },
    }),
  }),
  variant('user.created-at-tie!lists-otherwise-in-search', {
    fills: ['user.created-at-tie'],
    story:
      'The search asks another store, which keeps the classes of a user in another order, and empty lists.',
    on: ['searchUsers'],
    with: relisted({
      shows: (user) => ({
        ...user,
        ...(Array.isArray(user['classIds']) && { classIds: user['classIds'].toReversed() }),
        ...(Array.isArray(user['emails']) && { emails: user['emails'].toReversed() }),
      }),
    }),
  }),
  variant('user.required-fields!identifiers-alone', {
    fills: ['user.required-fields'],
    story: 'Of some users nothing is known but identifiers, in sessions as well, and no name finds them.',
    overlay: [
      { target: `${schema}.User.required`, remove: true },
      { target: `${schema}.SessionUser.required`, remove: true },
    ],
    on: [...on, ...sessionLists, 'searchSessions'],
    with: identifiersAlone(),
  }),
  variant('list-users.sort-nulls!first', {
    fills: ['list-users.sort-nulls'],
    story: 'Users who lack the sort field come first.',
    on,
    with: relisted({
      order: (users, field) => [
        ...users.filter((user) => user[field] === undefined),
        ...users.filter((user) => user[field] !== undefined),
      ],
    }),
  }),
  variant('list-users.sort-text!by-language', {
    fills: ['list-users.sort-text'],
    story: 'Names stand in the order of a dictionary, whatever their case.',
    on,
    with: relisted({
      order: (users, field, direction) =>
        field.endsWith('Name') ? byLanguage(users, field, direction) : users,
    }),
  }),
  variant('list-users.sort-fields!one-more', {
    fills: ['list-users.sort-fields'],
    story: 'Users can be sorted by `created` too, an older word for the same.',
    shapes: {
      userSort: {
        createdAt: 'createdAt',
        updatedAt: 'updatedAt',
        username: 'username',
        firstName: 'firstName',
        lastName: 'lastName',
        created: 'createdAt',
      },
    },
    overlay: [{ target: `${schema}.UserSort.properties.field`, update: { enum: ['created'] } }],
  }),
  variant('list-users.sort-directions!whole-words', {
    fills: ['list-users.sort-directions'],
    story: 'The directions may be written out as words.',
    overlay: [
      { target: `${schema}.UserSort.properties.direction`, update: { enum: ['ascending', 'descending'] } },
    ],
    on,
    with: async (request, service) => {
      const sort = await sortIn(request);
      if (!sort?.direction?.endsWith('ending')) return service(request);
      const direction = sort.direction.replace('ending', '');
      return service(await asking(request, { sort: { ...sort, direction } }));
    },
  }),
  variant('user.upn-uniqueness!shared', {
    fills: ['user.upn-uniqueness', 'user.upn-form'],
    story: 'A pupil with two accounts has one number in both, and it is a number of the school.',
    on,
    with: relisted({
      shows: (user) =>
        user['upn'] === undefined || isNew(user)
          ? user
          : { ...user, upn: `P-${Math.floor(numberIn(user['upn']) / 2)}` },
      fits: { upn: (user, values) => values.includes(String(user['upn'])) },
    }),
  }),
  variant('user.required-fields!identifier-only', {
    fills: ['user.required-fields', 'user.never-updated'],
    story: 'Nothing but the identifier is there for everybody, and who was never updated has no such moment.',
    overlay: [{ target: `${schema}.User.required[?@ != 'userId']`, remove: true }],
    on,
    with: relisted({
      shows: ({ username, fullName, updatedAt, ...user }) => ({
        ...user,
        ...(String(user['userId']) < '8' ? { username } : { fullName }),
        ...(updatedAt === user['createdAt'] ? {} : { updatedAt }),
      }),
      fits: { username: (user, values) => values.includes(String(user['username'])) },
    }),
  }),
  variant('membership.disabled-users!hidden', {
    fills: ['membership.disabled-users'],
    story: 'Disabled users are in no list.',
    on,
    with: relisted({ has: (user) => user['enabled'] !== false }),
  }),
  variant('user.role-values!in-capitals', {
    fills: ['user.role-values', 'user.gender-values'],
    story: 'Roles and genders are codes.',
    shapes: {
      roles: { student: 'LEARNER', teacher: 'STAFF', administrator: 'ADMIN', support: 'HELP' },
      genders: { female: 'F', male: 'M', other: 'X' },
    },
    overlay: [
      ...insteadOf(`${schema}.UserRole`, ['LEARNER', 'STAFF', 'ADMIN', 'HELP']),
      ...[
        `${schema}.User.properties.gender`,
        `${schema}.SessionUser.properties.gender`,
        `$.paths['/students', '/teachers'].post${payload}.gender`,
        `$.paths['/students/{userId}/details'].patch${payload}.gender`,
      ].flatMap((target) => insteadOf(target, ['F', 'M', 'X'])),
    ],
  }),
];

/** Other words in place of the reference's: what an overlay merges with a list is appended to it. */
function insteadOf(target: string, words: readonly string[]): OverlayAction[] {
  return [
    { target: `${target}.enum`, remove: true },
    { target, update: { enum: words } },
  ];
}

/** Sorts users of the same moment, and leaves the moments where they are. */
function ties(users: readonly Json[], compare: (a: Json, b: Json) => number): readonly Json[] {
  const moments = [...new Set(users.map((user) => user['createdAt']))];
  return moments.flatMap((moment) => users.filter((user) => user['createdAt'] === moment).sort(compare));
}

function byLanguage(users: readonly Json[], field: string, direction: string): readonly Json[] {
  const sign = direction === 'desc' ? -1 : 1;
  const collator = new Intl.Collator('en', { sensitivity: 'base' });
  return [...users].sort((a, b) => sign * collator.compare(String(a[field] ?? ''), String(b[field] ?? '')));
}

function numberIn(upn: unknown): number {
  return Number(String(upn).replace(/\D/g, ''));
}

/** Shows nothing but identifiers of every fortieth user. */
function identifiersAlone(): Break {
  const bare = (user: Json): Json => {
    // What a run has told of its own accounts is known.
    const isTold = 'createdAt' in user && isNew(user);
    if (isTold || !/[048]1$/.test(String(user['username']))) return user;
    const details = ['fullName', 'firstName', 'lastName', 'emails', 'gender', 'dateOfBirth'];
    return Object.fromEntries(Object.entries(user).filter(([name]) => !details.includes(name)));
  };
  const users = wholeList(async (items, request) => {
    const named = (await filtersOf(request)).has('name');
    return items.map(bare).filter((user, at) => !named || user === items[at]);
  });
  // Whatever the learner of a session is called there.
  const ofUser = (value: unknown) => (isUser(value) ? bare(value) : value);
  const sessions = answerBody((body) => ({
    ...body,
    data: objects(body['data']).map((session) =>
      Object.fromEntries(Object.entries(session).map(([name, value]) => [name, ofUser(value)])),
    ),
  }));
  return (request, service) =>
    (/users/.test(new URL(request.url).pathname) ? users : sessions)(request, service);
}

function isUser(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && 'username' in value;
}
