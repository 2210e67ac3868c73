import { expect } from '@playwright/test';
import fc from 'fast-check';
import { openShown } from '../../../harness/privacy/shown-ids.ts';
import { refusal } from '../../../harness/safety/guard.ts';
import { canonical } from '../../../harness/safety/ids.ts';
import { immutable } from '../../../spec/immutable.ts';
import { test } from '../plain-test.ts';
import { contract } from './hostile-session.ts';

const own = fc.uuid();
const foreign = fc.uuid();
const writing = fc.constantFrom(...contract.operations.filter((op) => op.writes));
const reading = fc.constantFrom(...contract.operations.filter((op) => !op.writes));

/** Ways in which some server still reads the same id. */
const disguise = fc.constantFrom<(id: string) => string>(
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => id.replaceAll('-', ''),
  (id) => `urn:uuid:${id}`,
  (id) => `{${id}}`,
  (id) => id.replaceAll('-', '%2D'),
  (id) => id.replace(/[0-9a-f]/gi, (digit) => `%${digit.charCodeAt(0).toString(16)}`),
);
const inJson = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.replace(/[0-9a-f]/gi, (digit) => `\\u00${digit.charCodeAt(0).toString(16)}`),
);

/** JSON around one value: in lists, under names, as a name, or in a text. */
const around = (id: string) => {
  const leaf = fc.oneof(fc.jsonValue({ maxDepth: 1 }), own);
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      fc.constant(id),
      fc.string().map((text) => `${text}${id}`),
      fc.dictionary(fc.constant(id), leaf, { minKeys: 1 }),
      fc.tuple(leaf, tie('tree')),
      fc.tuple(fc.string(), tie('tree')).map(([name, held]) => ({ a: 1, [name]: held })),
      fc
        .tuple(fc.constantFrom(...immutable), own, tie('tree'))
        .map(([name, year, held]) => ({ [name]: year, held })),
    ),
  }));
  return tree;
};

const may = (ids: readonly string[]) => ({
  write: true,
  mayTouch: (id: string) => ids.map(canonical).includes(canonical(id)),
  immutable,
});

test('no write names in its path what is neither made nor lent, however it is written', () => {
  fc.assert(
    fc.property(writing, foreign, own, disguise, fc.string(), (op, id, ours, hide, tail) => {
      fc.pre(id !== ours);
      const path = `${op.path.replaceAll(/\{\w+\}/g, ours)}/${hide(id)}?${encodeURIComponent(tail)}`;
      expect(refusal(op, { method: op.method, path, body: undefined }, 'write', may([ours]))).toMatch(
        /names something/,
      );
      expect(refusal(op, { method: op.method, path, body: undefined }, 'probe', may([ours]))).toMatch(
        /names something/,
      );
      expect(
        refusal(op, { method: op.method, path, body: undefined }, 'write', may([ours, id])),
      ).toBeUndefined();
    }),
  );
});

test('no write names in its body what is neither made nor lent, at any depth, as value or name, in any escape', () => {
  const cases = fc
    .tuple(foreign, disguise)
    .chain(([id, hide]) => fc.tuple(fc.constant(id), around(hide(id)), inJson));
  fc.assert(
    fc.property(writing, cases, (op, [id, value, hidden]) => {
      const body = hidden(JSON.stringify(value));
      const request = { method: op.method, path: op.path, body };
      const ours = [...JSON.stringify(value).matchAll(/[0-9a-f-]{36}/g)].map(([text]) => text);
      const others = ours.filter((text) => canonical(text) !== canonical(id));
      expect(refusal(op, request, 'write', may(others))).toMatch(/names something/);
    }),
  );
});

test('a name given twice, text that is no JSON and forms hide nothing', () => {
  const op = contract.operation('addClassStudents');
  fc.assert(
    fc.property(foreign, own, (id, ours) => {
      fc.pre(id !== ours);
      for (const body of [
        `{"userIds": ["${id}"], "userIds": ["${ours}"]}`,
        `{"userIds": ["${ours}"], "academicYearId": "${ours}", "userIds": ["${id}"]}`,
        `{"userIds": ["${id}"`,
        `userIds=${id}&userIds=${ours}`,
        `{"academicYearId": "${id}", "userIds": ["${id}"]}`,
        `{"academicYearId": {"userIds": ["${id}"]}}`,
      ]) {
        const request = { method: 'POST', path: `/classes/${ours}/students`, body };
        expect(refusal(op, request, 'write', may([ours]))).toMatch(/names something/);
      }
    }),
  );
});

test('what only points at something that nothing can change may be named', () => {
  const op = contract.operation('createClass');
  fc.assert(
    fc.property(foreign, (id) => {
      const request = {
        method: 'POST',
        path: '/classes',
        body: JSON.stringify({ class: { academicYearId: id } }),
      };
      expect(refusal(op, request, 'write', may([]))).toBeUndefined();
    }),
  );
});

test('a run that may only read writes nothing, and a check that reads never does', () => {
  fc.assert(
    fc.property(
      writing,
      reading,
      fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'delete'),
      (op, read, method) => {
        const none = { ...may([]), write: false };
        expect(refusal(op, { method: op.method, path: op.path, body: undefined }, 'write', none)).toMatch(
          /only read/,
        );
        expect(refusal(op, { method: op.method, path: op.path, body: undefined }, 'read', may([]))).toMatch(
          /only reads/,
        );
        if (method === read.method) return;
        expect(refusal(read, { method, path: read.path, body: undefined }, 'read', may([]))).toMatch(
          /only reads/,
        );
        const override = {
          method: 'GET',
          path: read.path,
          body: undefined,
          headers: { 'X-HTTP-Method-Override': method },
        };
        expect(refusal(read, override, 'read', may([]))).toMatch(/header/);
      },
    ),
  );
});

test('reading is never refused, whatever it names', () => {
  fc.assert(
    fc.property(reading, foreign, (op, id) => {
      const request = {
        method: op.method,
        path: `${op.path}?userId=${id}`,
        body: JSON.stringify({ search: { userIds: [id] } }),
      };
      expect(refusal(op, request, 'read', { ...may([]), write: false })).toBeUndefined();
    }),
  );
});

test('ids of another form that the target has shown are guarded as well', () => {
  const shown = openShown(contract, immutable);
  shown.learn({ data: [{ userId: 'pupil-17', classIds: [4711], academicYearId: 'year-1', name: 'Ada' }] });
  const op = contract.operation('addClassStudents');
  const permissions = { ...may([]), isShown: shown.has };
  const ask = (path: string, body: unknown) =>
    refusal(op, { method: 'POST', path, body: JSON.stringify(body) }, 'write', permissions);
  expect(ask('/classes/4711/students', {})).toMatch(/names something/);
  expect(ask('/classes/1/students', { userIds: ['pupil-17'] })).toMatch(/names something/);
  expect(ask('/classes/1/students', { userIds: ['pupil-18'], note: 'Ada', year: 'year-1' })).toBeUndefined();
});

test('an id of ours may be longer than the UUID in it, which alone is still somebody else', () => {
  const op = contract.operation('addClassStudents');
  fc.assert(
    fc.property(own, foreign, (id, other) => {
      fc.pre(id !== other);
      const ours = `user_${id}`;
      const permissions = {
        ...may([]),
        isOurs: (text: string) => text === ours,
        mayTouch: (text: string) => text === ours,
      };
      const ask = (path: string, body: string) =>
        refusal(op, { method: 'POST', path, body }, 'write', permissions);
      expect(ask(`/classes/${ours}/students`, JSON.stringify({ userIds: [ours, ours] }))).toBeUndefined();
      expect(ask(`/classes/${id}/students`, JSON.stringify({ userIds: [ours] }))).toMatch(/names something/);
      expect(ask(`/classes/${ours}/students`, JSON.stringify({ userIds: [other] }))).toMatch(
        /names something/,
      );
      expect(ask(`/classes/${ours}/students`, `{"userIds": ["${id}"], "userIds": ["${ours}"]}`)).toMatch(
        /names something/,
      );
    }),
  );
});

test('a percent sign that takes the first digits of an id for an escape hides nothing', () => {
  const op = contract.operation('createClass');
  const body = JSON.stringify('%d3473246%2Dff1f%2D8ad2%2Db0ba%2D0f77fffffff2');
  expect(refusal(op, { method: 'POST', path: '/classes', body }, 'write', may([]))).toMatch(
    /names something/,
  );
});
