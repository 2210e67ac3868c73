import { bug, nth, obj, str } from './tools.ts';
import {
  b,
  CLASS,
  COHORT,
  DET,
  dropAt,
  group,
  isTeacher,
  little,
  NAME,
  refuses,
  set,
} from './tools-writes.ts';
import type { Switch } from './types.ts';

export const writeBugs2: readonly Switch[] = [
  group(
    'w-cohort-default',
    'cohort',
    'the default year is the first one',
    (k, c) => {
      if (b(c)['academicYearId'] === undefined) k.yearId = c.state.seed.years[0]?.id ?? '';
    },
    undefined,
    'academicYearId defaults to the current year.',
  ),
  group(
    'w-cohort-year',
    'cohort',
    'a past year is replaced by the current one in the single read',
    (k, c) => {
      if (k.yearId === c.state.seed.years[0]?.id) k.yearId = c.state.seed.years[1]?.id ?? '';
    },
    'cohort',
  ),
  group(
    'w-cohort-desc',
    'cohort',
    'the description is the name in the list',
    (k) => {
      if (k.description) k.description = k.name;
    },
    'cohortList',
  ),
  group('w-cohort-desc-lost', 'cohort', 'a description with a line break is lost', (k) => {
    if (k.description && /[\n"]/.test(k.description)) k.description = undefined;
  }),
  group('w-cohort-name', 'cohort', 'an ampersand becomes and', (k) => {
    k.name = k.name.replaceAll('&', 'and');
  }),
  group(
    'w-cohort-long',
    'cohort',
    'a name is cut at 40 characters in the single read',
    (k) => {
      k.name = k.name.slice(0, 40);
    },
    'cohort',
  ),
  dropAt(
    'w-class-list',
    CLASS,
    'a class without description is not in the list',
    'classList',
    (e) => e.type === 'classCreated' && !e.klass.description,
  ),
  dropAt(
    'w-class-read',
    CLASS,
    'a class of a given year cannot be read',
    'class',
    (e, c) => e.type === 'classCreated' && b(c)['academicYearId'] !== undefined,
  ),
  dropAt(
    'w-cohort-list',
    COHORT,
    'a cohort with description is not in the list',
    'cohortList',
    (e) => e.type === 'cohortCreated' && !!e.cohort.description,
  ),
  dropAt(
    'w-cohort-read',
    COHORT,
    'the second cohort that is made cannot be read',
    'cohort',
    (e, c) => e.type === 'cohortCreated' && nth(c, 'cohort-read') % 2 === 0,
  ),
  ...(
    [
      ['class', CLASS],
      ['cohort', COHORT],
    ] as const
  ).flatMap(([n, o]) => [
    refuses(
      `w-${n}-quote`,
      o,
      `CreateClass and CreateCohort are taken when valid.`,
      `a name with a quote is refused`,
      (c) => /["']/.test(str(b(c)['name'])),
    ),
    refuses(
      `w-${n}-year-refused`,
      o,
      'academicYearId may be given.',
      'a year other than the current is refused',
      (c) => b(c)['academicYearId'] !== undefined && b(c)['academicYearId'] !== c.state.seed.years[1]?.id,
    ),
    bug(
      `w-${n}-conflict`,
      o,
      '409 when it already exists.',
      'the same name is taken twice where a description is given',
      {
        before: (c) => {
          if (b(c)['description'] !== undefined) b(c)['name'] = `${str(b(c)['name'])}\u200b`;
          return undefined;
        },
        after: (out) => {
          const g = obj(out.body?.[n]);
          if (g['name']) g['name'] = str(g['name']).replace('\u200b', '');
        },
      },
    ),
    bug(`w-${n}-conflict-made`, o, 'A refused creation makes nothing.', 'after 409 there is a second one', {
      after: (out, c) => {
        if (out.status !== 409) return;
        const id = `${String(10000000 + nth(c, 'cm'))}-0000-4000-8000-000000000000`;
        const k = { id, name: str(b(c)['name']), yearId: c.state.seed.years[1]?.id ?? '', tests: [] };
        c.state[`${n}List`].set(id, k);
      },
    }),
    bug(`w-${n}-conflict-same`, o, '409 when it already exists.', 'the second answers 201 with the first', {
      after: (out, c) => {
        if (out.status !== 409) return;
        const k = [...c.state[n].values()].find(
          (x) => x.name.toLowerCase() === str(b(c)['name']).toLowerCase(),
        );
        if (k)
          Object.assign(out, {
            status: 201,
            body: { [n]: { [`${n}Id`]: k.id, name: k.name, academicYearId: k.yearId } },
          });
      },
    }),
    bug(
      `w-${n}-year-unknown`,
      o,
      '400 for an invalid request.',
      'an academicYearId that is no UUID is taken for none',
      {
        before: (c) => {
          if (str(b(c)['academicYearId']).length !== 36) delete b(c)['academicYearId'];
          return undefined;
        },
      },
    ),
    bug(
      `w-${n}-name-missing`,
      o,
      'The body wraps the payload in a property; 400 when it is missing.',
      'a body without the wrap is taken',
      {
        before: (c) => {
          if (c.body && c.body[n] === undefined)
            c.body[n] = { ...c.body, name: str(c.body['name']) || 'New' };
          return undefined;
        },
      },
    ),
  ]),
  set(
    'w-name-list',
    NAME,
    'the list keeps the old last name',
    (s) => {
      delete s.lastName;
      delete s.fullName;
    },
    'directory',
  ),
  set(
    'w-name-full',
    NAME,
    'fullName stays as it was in the search',
    (s) => {
      delete s.fullName;
    },
    'finder',
  ),
  set('w-name-first', NAME, 'only the first name of a teacher is changed', (s, u) => {
    if (isTeacher(u)) {
      delete s.lastName;
      delete s.fullName;
    }
  }),
  set(
    'w-name-second',
    NAME,
    'a change of name is lost when it is not the first',
    (s, u, c) => {
      if (
        u &&
        c.state.log.filter((x) => x.type === 'userChanged' && x.userId === u.id && x.set.firstName).length > 1
      ) {
        delete s.firstName;
        delete s.lastName;
        delete s.fullName;
      }
    },
    'directory',
  ),
  set(
    'w-name-mail',
    NAME,
    'who is renamed loses further addresses',
    (s, u) => {
      s.emails = u?.emails.slice(0, 1) ?? [];
    },
    undefined,
    little,
  ),
  set(
    'w-name-external',
    NAME,
    'who is renamed loses the externalId',
    (s) => {
      s.externalId = undefined;
    },
    undefined,
    little,
  ),
  set(
    'w-name-classes',
    NAME,
    'who is renamed loses all classes but one in the list',
    (s, u) => {
      s.classIds = u?.classIds.slice(0, 1) ?? [];
    },
    'directory',
    little,
  ),
  set(
    'w-name-created',
    NAME,
    'createdAt becomes the time of the change',
    (s) => {
      if (s.updatedAt) s.createdAt = s.updatedAt;
    },
    undefined,
    'createdAt is when the user was created.',
  ),
  set(
    'w-name-enabled',
    NAME,
    'who is suspended and renamed is enabled',
    (s) => {
      s.active = true;
    },
    undefined,
    little,
  ),
  set(
    'w-name-updated',
    NAME,
    'updatedAt stays',
    (s) => {
      delete s.updatedAt;
    },
    undefined,
    'updatedAt is when the user was last updated.',
  ),
  set(
    'w-details-updated',
    DET,
    'updatedAt stays in the list',
    (s) => {
      delete s.updatedAt;
    },
    'directory',
    'updatedAt is when the user was last updated.',
  ),
  set(
    'w-details-gender',
    DET,
    'a change of gender loses the date of birth',
    (s) => {
      if (s.gender && !s.dateOfBirth) s.dateOfBirth = undefined;
      if (s.gender && !('dateOfBirth' in s)) s.dateOfBirth = undefined;
    },
    undefined,
    little,
  ),
];
