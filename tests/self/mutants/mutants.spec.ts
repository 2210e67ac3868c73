import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { contract, judgeAll, trial } from '../proofs/judge-service.ts';
import { faultsOf, readAccepted } from './accepted.ts';
import { instrument } from './instrument.ts';
import { readSample } from './kept-sample.ts';
import { keysOf } from './key.ts';
import { Killers } from './log.ts';
import { mutated } from './scope.ts';
import { compile, withMutant } from './switched.ts';
import { count, percent, type Result, shareKilled } from './table.ts';

test.describe.configure({ mode: 'default', timeout: 120_000 });

/** Built when a test first asks: whoever only lists the tests needs none. */
let built: ReturnType<typeof instrument> | undefined;
const build = () => (built ??= instrument());
const planned = plan(catalogue, contract);

test('each mutant has a key of its own', async () => {
  const { mutants } = await build();

  expect(mutants.length).toBeGreaterThan(1_000);
  expect(new Set(mutants.map(({ key }) => key)).size).toBe(mutants.length);
  expect(new Set(mutants.map(({ file }) => file))).toEqual(new Set([...mutated().keys()].filter(hasMutants)));
  function hasMutants(file: string) {
    return mutants.some((mutant) => mutant.file === file);
  }
});

test('a key stays when lines move, and tells those that are alike apart', () => {
  const text = 'export function one() {\n  return a + b || a + b;\n}\n';
  const at = (line: number) => [
    { file: 'f.ts', span: span(line, 9, 14), replacement: 'a - b' },
    { file: 'f.ts', span: span(line, 18, 23), replacement: 'a - b' },
  ];
  const keys = keysOf(at(1), new Map([['f.ts', text]]));

  expect(keys).toEqual(['f.ts one: a + b -> a - b', 'f.ts one: a + b -> a - b #2']);
  expect(keysOf(at(4), new Map([['f.ts', `// A line.\n\n\n${text}`]]))).toEqual(keys);
});

test('nothing is accepted that is no mutant, twice, or under a gap that there is not', async () => {
  const { mutants } = await build();
  const known = new Set(mutants.map(({ key }) => key));
  const gaps = new Set(contract.gaps.keys());

  expect(faultsOf(readAccepted(), known, gaps)).toEqual([]);
  const stale = { kind: 'permitted', why: 'w', gap: 'no.such', mutants: ['gone', 'gone'] } as const;
  expect(faultsOf([stale], known, gaps)).toEqual([
    'accepted twice: gone',
    'accepted, and there is no such mutant: gone',
    'accepted, and there is no such mutant: gone',
    'there is no gap no.such',
  ]);
});

test('every mutant of the fixed sample is killed by its row', async () => {
  const { code, mutants } = await build();
  const load = compile(code);
  const alive: string[] = [];
  for (const { mutant, row } of readSample()) {
    const id = mutants.find(({ key }) => key === mutant)?.id ?? '';
    const service = withMutant(load, id);
    const rows = planned.filter((one) => one.id === row);
    const judged = service ? await judgeAll(trial({ against: service }), rows) : [];
    if (judged[0]?.verdict !== 'fail') alive.push(`${mutant}: ${judged[0]?.verdict ?? 'no such row'}`);
  }

  expect(readSample().length).toBeGreaterThanOrEqual(20);
  expect(alive).toEqual([]);
});

test('without a mutant the built service is the service', async () => {
  const service = withMutant(compile((await build()).code), 'none');
  const rows = planned.filter(
    ({ check, op }) => check.clause.startsWith('pagination.') && op.id === 'listClasses',
  );
  const verdicts = async (against?: typeof service) =>
    (await judgeAll(trial(against ? { against } : {}), rows)).map(({ id, verdict }) => `${id} ${verdict}`);

  expect(await verdicts(service)).toEqual(await verdicts());
});

test('a service that runs on and on is stopped, and one that does not start is none', async () => {
  const { code, mutants } = await build();
  const load = compile(code);
  const idOf = (key: string) => mutants.find((mutant) => mutant.key === key)?.id ?? '';
  const endless = withMutant(load, idOf('rules/listing.ts firstWhere: middle + 1 -> middle - 1'));
  const headers = { 'x-api-key': endless?.keys.full ?? '' };
  const get = async (query: string) =>
    await endless?.fetch(new Request(`http://reference.test/api/v1/classes?${query}`, { headers }));
  const page = (await (await get('limit=5'))?.json()) as { pagination: { nextCursor: string } };
  const next = await get(`cursor=${encodeURIComponent(page.pagination.nextCursor)}`);

  expect(next?.status).toBe(500);
  expect(endless?.hangs()).toBe(1);
  const noMethods = idOf("http/operation.ts methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] -> []");
  expect(mutants.map(({ id }) => id)).toContain(noMethods);
  expect(withMutant(load, noMethods)).toBe(undefined);
});

test('the rows that killed a mutant before are tried first, and else those that killed its neighbours', () => {
  const killers = new Killers();
  const entry = { digest: '', reason: '', rows: 1, hangs: 0, ms: 1 };
  killers.note({ ...entry, key: 'a.ts x: 1 -> 2', outcome: 'killed', row: 'r1' });
  killers.note({ ...entry, key: 'a.ts y: 1 -> 2', outcome: 'killed', row: 'r2' });
  killers.note({ ...entry, key: 'b.ts z: 1 -> 2', outcome: 'unseen', row: '' });

  expect(killers.of('a.ts x: 1 -> 2')).toEqual(['r1']);
  expect(killers.of('a.ts new: 1 -> 2')).toEqual(['r2', 'r1']);
  expect(killers.of('b.ts z: 1 -> 2')).toEqual([]);
});

test('what is accepted, and what does not start, counts neither for nor against', () => {
  const mutant = { id: '1', key: 'k', file: 'a.ts', line: 1, mutator: 'm' };
  const entry = { digest: '', key: 'k', reason: '', rows: 1, hangs: 0, ms: 1, row: '' };
  const accepted = { kind: 'equivalent', why: 'w', mutants: ['k'] } as const;
  const ended = (
    outcome: 'killed' | 'unseen' | 'noService' | 'inconclusive',
    excuse?: typeof accepted,
  ): Result => {
    return { mutant, entry: { ...entry, outcome }, accepted: excuse };
  };
  const results = [ended('killed'), ended('killed'), ended('inconclusive'), ended('unseen', accepted)];
  const counts = count([...results, ended('noService'), { mutant, entry: undefined, accepted: undefined }]);

  expect(counts).toMatchObject({
    mutants: 6,
    judged: 5,
    killed: 2,
    equivalent: 1,
    inconclusive: 1,
    noService: 1,
  });
  expect(shareKilled(counts)).toBeCloseTo(2 / 3);
  expect(percent(2 / 3)).toBe('66.6 %');
});

function span(line: number, from: number, to: number) {
  return { start: { line, column: from }, end: { line, column: to } };
}
