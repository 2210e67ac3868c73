import { expect } from '@playwright/test';
import { faults } from '../../../reference/faults/index.ts';
import type { Fault, Service } from '../../../reference/faults/kit/fault.ts';
import { alsoFrom, letIn, withKey } from '../../../reference/faults/kit/keys.ts';
import type { OperationId } from '../../../reference/faults/kit/routes.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

const check = 'authentication.invalid-key/near-miss';

for (const id of [`${check}!prefix`, `${check}!like`, `${check}!suffix`])
  test(`a quick run tries one key that is nearly valid at each operation, and each way at some: ${id}`, async () => {
    const fault = faults.find((one) => one.id === id);
    expect(fault).toBeDefined();
    const asked = candidates.filter(
      (row) => row.check.id === check && fault?.on.includes(row.op.id as never),
    );

    const rows = await judgeAll(wideRun(fault && { wrap: fault.wrap }), asked);

    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(0);
    expect((await judgeAll(wideRun(), asked)).map(({ verdict }) => verdict)).toEqual(asked.map(() => 'pass'));
  });

for (const [what, id] of [
  ['for nothing', 'authentication.missing-key/unknown-id'],
  ['in a malformed way', 'authentication.missing-key/malformed'],
  ['from a page', 'authentication.missing-key/from-a-page!own-pages'],
] as const)
  test(`with such keys a quick run asks ${what} too`, async () => {
    const fault = faults.find((one) => one.id === id);
    expect(fault).toBeDefined();
    const asked = candidates.filter((row) => row.check.id === check);

    const rows = await judgeAll(wideRun(fault && { wrap: fault.wrap }), asked);

    expect(rows.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(2);
  });

test('without a key a quick run asks each writing operation in a malformed way', async () => {
  const fault = faultNamed('authentication.missing-key/malformed');
  const asked = candidates.filter((row) => row.check.id === 'authentication.missing-key' && row.op.writes);

  const rows = await judgeAll(wideRun(fault && { wrap: fault.wrap }), asked);

  expect(rows.filter(({ verdict }) => verdict === 'fail')).toHaveLength(24);
  expect((await judgeAll(wideRun(), asked)).map(({ verdict }) => verdict)).toEqual(asked.map(() => 'pass'));
});

const keyless = candidates.filter((row) => row.check.id === 'authentication.missing-key' && !row.op.writes);
const on = keyless.map(({ op }) => op.id as OperationId);
const draft = { on, story: '' };
const isOpenTo = (id: string, when: (key: string | null) => boolean) => letIn(id, { ...draft, when });

/** What opens every read to whoever has no key, and how many reads have to show it: each is tried in one way of several. */
const openings: readonly (readonly [string, Pick<Fault, 'wrap'> | undefined, number])[] = [
  ['nobody is asked for a key', isOpenTo('anybody', (key) => key === null), keyless.length],
  [
    'a key in a cookie opens',
    alsoFrom('cookie', {
      ...draft,
      find: ({ headers }) => /x-api-key=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1],
    }),
    3,
  ],
  [
    'a key under another name opens',
    alsoFrom('another-name', { ...draft, find: ({ headers }) => headers.get('x-auth-token') }),
    3,
  ],
  ['a cursor opens', faultNamed('authentication.missing-key/page!cursor'), 4],
  ['pages are let in', faultNamed('authentication.missing-key/from-a-page!own-pages'), 12],
  ['a malformed request is read first', faultNamed('authentication.missing-key/malformed'), 5],
];

for (const [what, opening, least] of openings)
  test(`without a key a quick run shows it where ${what}`, async () => {
    expect(opening).toBeDefined();

    const rows = await judgeAll(wideRun(opening && { wrap: opening.wrap }), keyless);

    expect(rows.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThanOrEqual(least);
    expect((await judgeAll(wideRun(), keyless)).map(({ verdict }) => verdict)).toEqual(
      keyless.map(() => 'pass'),
    );
  });

for (const [what, opening] of [
  ['an empty key', isOpenTo('an-empty-one', (key) => key === '')],
  ['a name that objects inherit', isOpenTo('an-inherited-one', (key) => key !== null && key in {})],
  ['what programs send for no value', isOpenTo('no-value', (key) => key === 'undefined')],
] as const)
  test(`in place of a key that is nearly valid, a quick run tries ${what} at one read`, async () => {
    const asked = candidates.filter((row) => row.check.id === check);

    const rows = await judgeAll(wideRun({ wrap: opening.wrap }), asked);

    expect(rows.filter(({ verdict }) => verdict === 'fail')).toHaveLength(1);
  });

test('a list that is open to everybody is told though it gives no page', async () => {
  const noPage = (service: Service): Service => {
    return async (request) =>
      new URL(request.url).pathname.endsWith('/classes') ? new Response('{"data":{}}') : service(request);
  };
  const asked = keyless.filter(({ op }) => op.id === 'listClasses');

  const rows = await judgeAll(wideRun({ wrap: noPage }), asked);

  expect(rows.map(({ verdict }) => verdict)).toEqual(['fail']);
});

test('a quick run tries a key behind another one in a list', async () => {
  const asked = candidates.filter((row) => row.check.id === check);
  const lastOfList = (service: Service): Service => {
    return (request) =>
      service(withKey(request, request.headers.get('x-api-key')?.split(', ').at(-1) ?? null));
  };

  const rows = await judgeAll(wideRun({ wrap: lastOfList }), asked);

  expect(rows.filter(({ verdict }) => verdict === 'fail').length).toBeGreaterThan(3);
});

function faultNamed(id: string): Fault | undefined {
  return faults.find((one) => one.id === id);
}
