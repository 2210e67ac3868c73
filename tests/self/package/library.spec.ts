import { expect } from '@playwright/test';
import {
  type ClauseDraft,
  ContractError,
  check,
  contract,
  type JudgeOptions,
  judge,
} from '../../../library/index.ts';
import { createReference } from '../../../reference/service/index.ts';
import { test } from '../plain-test.ts';

const { fetch, keys } = createReference();
const only = 'test.test-id';

const clause: ClauseDraft = { id: 'acme.tests', statement: 'There are tests.', operations: ['listTests'] };
const own = (id: string, on = 'listTests') =>
  check(id, {
    access: 'read',
    on: [on],
    run: async ({ send, op, must }) => must(await send(op)).have.status(201),
  });

const mistakes: readonly (readonly [what: string, options: Partial<JudgeOptions>, told: RegExp])[] = [
  [
    'a key that the handler refuses',
    { keys: { full: 'another' } },
    /is refused by http:\/\/localhost\/api\/v1/,
  ],
  ['no key', { keys: { full: '' } }, /there is no API key/],
  ['a pattern without rows', { only: 'lstTests' }, /did you mean `listTests`\?$/],
  ['a profile that is not there', { profile: '/nowhere.yaml' }, /\/nowhere\.yaml can't be read/],
  ['a seed that is none', { seed: -1 }, /the seed is a whole number/],
  ['a clause with an id of ours', { clauses: [{ ...clause, id: 'test.test-id' }] }, /there is a clause/],
  ['a clause in no chapter', { clauses: [{ ...clause, chapter: 'clases' }] }, /did you mean classes\?$/],
  ['a clause about no operation', { clauses: [{ ...clause, operations: ['listTest'] }] }, /listTests\?$/],
  ['a check without its clause', { checks: [own('acme.tests')] }, /judges no clause/],
  ['a check with an id of ours', { checks: [own('test.test-id/schema')] }, /there is a check/],
  ['a check on nothing', { clauses: [clause], checks: [own('acme.tests', 'nothing')] }, /on no operation/],
];

for (const [what, options, told] of mistakes) {
  test(`${what} is told before any row`, async () => {
    const rows: unknown[] = [];
    const onRow = (row: unknown) => rows.push(row);

    await expect(judge(fetch, { keys, only, onRow, ...options })).rejects.toThrow(told);
    expect(rows).toEqual([]);
  });
}

test('a check of one’s own that accuses says what was expected, with evidence that hides data', async () => {
  const rows = await judge(fetch, {
    keys,
    clauses: [clause],
    checks: [own('acme.tests')],
    only: 'acme.tests',
  });

  expect(rows).toMatchObject([{ id: 'acme.tests @ listTests', verdict: 'fail', expected: 'status 201' }]);
  expect(JSON.stringify(rows)).not.toContain(keys.full);
});

test('a handler that throws is told with its error, and later a broken connection', async () => {
  const error = new Error('the database is down');
  const throwing = () => {
    throw error;
  };
  const late = (request: Request) => (request.url.endsWith('/tests') ? throwing() : fetch(request));
  const thrown: unknown[] = [];

  await expect(judge(throwing, { keys, only })).rejects.toMatchObject({ cause: error });
  const rows = await judge(late, { keys, only: 'listTests', onThrow: (one) => thrown.push(one) });
  expect(thrown).toContain(error);
  expect(rows.filter(({ verdict }) => verdict === 'suiteError')).toEqual([]);
  expect(rows.some(({ verdict }) => verdict === 'fail')).toBe(true);
});

test('the contract is that of a version', () => {
  expect(contract().operations).toHaveLength(39);
  expect(contract({ version: '1.0' }).operations.length).toBeLessThan(39);
  expect(() => contract({ version: '9.9' })).toThrow(ContractError);
});
