/** Bugs of classes: read one by one, and created. */

import {
  alter,
  answered,
  at,
  bugsOf,
  crash,
  drop,
  fill,
  has,
  inner,
  keep,
  kept,
  op,
  put,
  say,
  turn,
  values,
  without,
} from './bugs-kit.ts';
import { isObject } from './reading.ts';
import type { Group } from './types.ts';

const TABLE = `
classes-limit-text | p | limit is an integer; an invalid request is 400 | a limit that is no number is the default
classes-offset-negative | p | offset is a zero-based index; an invalid request is 400 | a negative offset is taken for 0
classes-description-null | d | empty fields are omitted | a class without description shows null
classes-escaped-name | d | a class has one name | the list escapes names for HTML
classes-error-form | p | an error is of one of two forms | a 400 is { error }
classes-bad-year-crashes | d | an invalid request is 400 | a year that is no UUID is 500
class-unknown-is-empty | p | an unknown class is 404 | it answers 200 with class null
class-bad-id-crashes | p | an invalid request is 400 | an id that is no UUID is 500
class-description-cut | d | a class has one description | the description is cut after 20 characters
class-old-year-lost | d | academicYearId is the year that the class belongs to | the year of classes of other years is left out
class-first-of-name | d | the class of that id is given | of classes that share a name the first is given
new-class-description-lost | d | a class has the description it was created with | the description is shown once and not stored
new-class-twice | d | a class that already exists is 409 | the check for the same name looks at the first ten classes
new-class-first-year | d | academicYearId defaults to the current academic year | it defaults to the first year of the table
new-class-always-current | d | a class belongs to the year it was created in | the academicYearId of the body is not read
new-class-not-stored | d | a created class can be read | a class with a description is rolled back after the answer
new-class-conflict-stores | d | 409: the class already exists, and is not created | the row is written before the check and stays
new-class-crashes-unwrapped | d | an invalid request is 400 | a body without class is 500
new-class-not-searched | d | search finds classes by name | the index of names is built when the server starts
new-class-name-cut | d | a class is created with the name of the body | the name is stored in a column of 32 characters
new-class-restricted | p | a key that lacks the permission gets 403 | the restricted key may create classes
`;

export const classBugs = bugsOf(TABLE, {
  'classes-limit-text': at(op.classes, {
    before: (c) => {
      if (values(c, 'limit').some((value) => !/^-?\d+$/.test(value))) without(c, 'limit');
    },
  }),
  'classes-offset-negative': at(op.classes, {
    before: (c) => {
      if (values(c, 'offset').some((value) => /^-\d+$/.test(value))) without(c, 'offset');
    },
  }),
  'classes-description-null': at(op.classes, {
    view: (_c, v) => fill(v, 'description', null),
  }),
  'classes-escaped-name': at(op.classes, {
    view: (_c, v) => alter(v, 'name', (text) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')),
  }),
  'classes-error-form': at(op.classes, {
    after: (_c, a) => {
      if (a.status === 400) say(a, { error: 'Bad Request' });
    },
  }),
  'classes-bad-year-crashes': at(op.classes, {
    after: (c, a) => {
      if (a.status === 400 && has(c, 'academicYearId')) crash(a);
    },
  }),
  'class-unknown-is-empty': at(op.class, {
    after: (_c, a) => {
      if (a.status === 404) turn(a, 200, { class: null });
    },
  }),
  'class-bad-id-crashes': at(op.class, {
    after: (_c, a) => {
      if (a.status === 400) crash(a);
    },
  }),
  'class-description-cut': at(op.class, {
    view: (_c, v) => alter(v, 'description', (text) => text.slice(0, 20)),
  }),
  'class-old-year-lost': at(op.class, {
    view: (c, v, row) => {
      const year = c.world.years.find((one) => one.id === (row as Group).yearId);
      if (year?.current !== true) drop(v, 'academicYearId');
    },
  }),
  'class-first-of-name': at(op.class, {
    after: (c, a) => {
      const shown = answered(a, 'class');
      const twin = [...c.world.classes.values()].find((group) => group.name === shown['name']);
      if (twin !== undefined && shown['classId'] !== twin.id) put(shown, 'classId', twin.id);
    },
  }),
  'new-class-description-lost': at(op.newClass, {
    after: (c, a) => {
      const group = c.world.classes.get(String(answered(a, 'class')['classId']));
      if (group !== undefined) group.description = '';
    },
  }),
  'new-class-twice': at(op.newClass, {
    before: (c) => {
      const name = inner(c, 'class')['name'];
      const twins = [...c.world.classes.values()].slice(10).filter((group) => group.name === name);
      for (const twin of twins) twin.name = `${twin.name}\u0000`;
      keep(c, 'twins', twins);
    },
    after: (c) => {
      for (const twin of kept<Group[]>(c, 'twins') ?? []) twin.name = twin.name.replace('\u0000', '');
    },
  }),
  'new-class-first-year': at(op.newClass, {
    before: (c) => {
      const group = inner(c, 'class');
      if (isObject(c.body) && 'class' in c.body) fill(group, 'academicYearId', c.world.years[0]?.id ?? '');
    },
  }),
  'new-class-always-current': at(op.newClass, {
    before: (c) => drop(inner(c, 'class'), 'academicYearId'),
  }),
  'new-class-not-stored': at(op.newClass, {
    after: (c, a) => {
      const shown = answered(a, 'class');
      if (shown['description'] !== undefined) c.world.classes.delete(String(shown['classId']));
    },
  }),
  'new-class-conflict-stores': at(op.newClass, {
    after: (c, a) => {
      const name = inner(c, 'class')['name'];
      const year = c.world.years.find((one) => one.current)?.id ?? '';
      const id = c.world.uuid();
      if (a.status === 409 && typeof name === 'string')
        c.world.classes.set(id, { id, name, description: '', yearId: year, tests: new Map() });
    },
  }),
  'new-class-crashes-unwrapped': at(op.newClass, {
    after: (c, a) => {
      if (a.status === 400 && isObject(c.body) && !('class' in c.body)) crash(a);
    },
  }),
  'new-class-not-searched': at([op.classes], {
    rows: (c, rows, asked) => {
      if (!asked.filters.has('search')) return rows;
      const old = new Set([...c.world.classes.keys()].slice(0, c.s.data.classes));
      return rows.filter((row) => old.has(row.id));
    },
  }),
  'new-class-name-cut': at(op.newClass, {
    after: (c, a) => {
      const group = c.world.classes.get(String(answered(a, 'class')['classId']));
      if (group !== undefined) group.name = group.name.slice(0, 32);
      alter(answered(a, 'class'), 'name', (text) => text.slice(0, 32));
    },
  }),
  'new-class-restricted': at(op.newClass, {
    key: (c) => (c.key === 'restricted' ? 'full' : undefined),
  }),
});
