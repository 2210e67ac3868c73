import { expect } from '@playwright/test';
import { plan } from '../../../harness/judging/plan.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { requestBody, type Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { createReference } from '../../../reference/service/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { refuse } from '../../../reference/variants/kit/rewrite.ts';
import { catalogue } from '../../checks/index.ts';
import { readableRows, wide } from '../quick/prices.ts';
import { accusations, contractWith, judgeAll, trial } from './judge-service.ts';
import { test } from './light-test.ts';

// The soundness of variants is tested at quick effort, at which no row filters by an end beside a subject.
test('sessions that show no subject are missed under no subject', async () => {
  const variant = variants.find(({ id }) => id === 'session-test.fields!subject-of-some');
  if (variant === undefined) throw new Error('there is no such variant');

  await test.step('some sessions show a subject, and others none', async () => {
    const { fetch, keys } = createReference();
    const headers = { 'x-api-key': keys.full };
    const request = new Request('http://reference.test/api/v1/smart-ia/sessions', { headers });
    const { data } = (await (await variant.wrap(fetch)(request)).json()) as {
      data: readonly { test: object }[];
    };
    expect(new Set(data.map((session) => 'subject' in session.test))).toEqual(new Set([true, false]));
  });

  const rows = plan(catalogue, contractWith(variant)).filter(({ op }) =>
    ['listSessions', 'searchSessions'].includes(op.id),
  );
  const judged = await judgeAll(trial({ variant, write: false }), rows);
  expect(accusations(judged)).toEqual([]);
  const beside = judged.filter(({ check }) => /filters-combine[/-]end-date$/.test(check));
  expect(beside.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

/** Rows that no row of the tests at quick effort stands for, at standard effort, by what keeps the interface. */
for (const [title, id, row] of [
  [
    'a session is found in the whole list though nothing tells by what it is identified',
    'list-completed-sessions.query!nothing-told',
    /^list-sessions\.both-kinds$/,
  ],
  [
    'whom another row has disabled stays so where nothing tells how to enable',
    'enable-user.request!untold',
    /^(?:disable-user\.exists\/own-user|update-user-name\.effect\/among-all)$/,
  ],
] as const)
  test(title, async () => {
    const variant = variants.find((one) => one.id === id);
    if (variant === undefined) throw new Error('there is no such variant');
    const rows = plan(catalogue, contractWith(variant)).filter(({ check }) => row.test(check.id));

    const judged = await judgeAll(trial({ variant }), rows);

    expect(accusations(judged)).toEqual([]);
    expect(judged.at(-1)?.verdict).toBe('pass');
  });

test('a target that compares names without letter case is told where the profile reads that it does not', async () => {
  const judgedWith = async (reading: string) => {
    const run = trial({ profileSays: { readings: { 'create-class.same-class': reading } } });
    const rows = plan(catalogue, run.contract).filter(
      ({ check, op }) => check.id === 'create-class.conflict/any-case' && op.id === 'createClass',
    );
    return (await judgeAll(run, rows)).map(({ verdict }) => verdict);
  };

  expect(await judgedWith('any-case')).toEqual(['pass']);
  expect(await judgedWith('exact-case')).toEqual(['fail']);
});

/** What a run says of an offset of 0 beside a cursor, of a target that takes it for none where the profile is silent. */
async function zeroBesideCursor(where: (op: string | undefined) => boolean, effort: Effort) {
  const variant = variants.find(({ id }) => id === 'pagination.offset-zero-with-cursor!no-offset');
  const wrap = (service: Service): Service => {
    const lenient = variant?.wrap(service) ?? service;
    return (request) => (where(operationOf(request)) ? lenient(request) : service(request));
  };
  const readings = { 'pagination.offset-zero-with-cursor': undefined };
  const run = trial({ wrap, effort, write: false, profileSays: { readings }, budget: wide });
  const judged = await judgeAll(
    run,
    readableRows(run.contract).filter(({ check }) => check.id === 'pagination.offset-with-cursor'),
  );
  return judged.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id.split(' @ ')[1]);
}

for (const effort of ['quick', 'standard'] as const)
  test(`a target that takes an offset of 0 for none is accused of it only where it does otherwise elsewhere, at ${effort} effort`, async () => {
    expect(await zeroBesideCursor(() => true, effort)).toEqual([]);
    expect(await zeroBesideCursor((op) => op === 'listCohorts', effort)).toEqual(['listCohorts']);
    expect(await zeroBesideCursor(() => false, effort)).toEqual([]);
  });

/** Names of which nothing is left but small letters and digits. */
const bare = (name: unknown) =>
  String(name)
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What a creation says of a thing; nothing where its body is none. */
async function sentFor(wrapper: string, request: Request): Promise<Readonly<Record<string, unknown>>> {
  try {
    const body = JSON.parse(await request.clone().text()) as Record<string, Record<string, unknown>>;
    return body[wrapper] ?? {};
  } catch {
    return {};
  }
}

/** A target at which a name that differs from another in signs, spaces or accents alone is a conflict. */
function signsIgnored(service: Service): Service {
  const taken = new Set<string>();
  return async (request) => {
    const op = operationOf(request);
    if (op !== 'createClass' && op !== 'createCohort') return service(request);
    const { name, academicYearId } = await sentFor(op === 'createClass' ? 'class' : 'cohort', request);
    const key = [op, academicYearId, bare(name)].join(' ');
    if (name !== undefined && taken.has(key)) return refuse(409, 'There is one of that name.');
    const answer = await service(request);
    if (answer.status === 201) taken.add(key);
    return answer;
  };
}

test('which names are the same, the profile tells before a conflict accuses', async () => {
  const judgedWith = async (reading: string | undefined) => {
    const readings = { 'create-class.same-class': reading, 'create-cohort.same-cohort': reading };
    const run = trial({ wrap: signsIgnored, profileSays: { readings } });
    const rows = plan(catalogue, run.contract).filter(({ check }) =>
      /^create-(?:class|cohort)\.(?:success\/near-names|read-back\/asked-before)$/.test(check.id),
    );
    return (await judgeAll(run, rows)).map(({ verdict }) => verdict);
  };

  expect(await judgedWith(undefined)).not.toContain('fail');
  expect(await judgedWith('any-case')).toContain('fail');
});

test('who bounds names as the profile says is not accused of refusing what a row has longer', async () => {
  const isBounded = (name: unknown) => /^[\p{L}\p{N} .-]{2,40}$/u.test(String(name));
  const bounded = (service: Service): Service => {
    return async (request) => {
      const { name } = await sentFor('class', request);
      const isOpen = request.headers.get('x-api-key')?.startsWith('reference-full') === true;
      const isRefused =
        operationOf(request) === 'createClass' && isOpen && name !== undefined && !isBounded(name);
      return isRefused ? refuse(400, 'The name is too long.') : service(request);
    };
  };
  const update = { maxLength: 40, pattern: '^[\\p{L}\\p{N} .-]{2,40}$' };
  const target = '$.components.schemas.CreateClass.properties.name';
  const by = contractWith({ overlay: [{ target, update }], omits: [], readings: {} });
  const rows = plan(catalogue, by).filter(({ op }) => op.id === 'createClass');

  const judged = await judgeAll(trial({ wrap: bounded, by }), rows);

  expect(accusations(judged)).toEqual([]);
  expect(judged.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20);
});

test('a service that writes the names of a new user with capitals is not accused', async () => {
  const capitals = (text: unknown) =>
    String(text).replaceAll(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase());
  const capitalised = requestBody((body) => {
    const [[wrapper, fields] = []] = Object.entries(body);
    if (wrapper === undefined || typeof fields !== 'object' || fields === null) return body;
    const names = Object.entries(fields).map(([name, value]) => [
      name,
      /^(?:first|last)Name$/.test(name) && typeof value === 'string' ? capitals(value) : value,
    ]);
    return { ...body, [wrapper]: Object.fromEntries(names) };
  });
  const creations = ['createStudent', 'createTeacher'];
  const wrap = (service: Service): Service => {
    return (request) =>
      creations.includes(operationOf(request) ?? '') ? capitalised(request, service) : service(request);
  };
  const run = trial({ wrap });
  const rows = plan(catalogue, run.contract).filter(({ op }) => creations.includes(op.id));

  const judged = await judgeAll(run, rows);

  expect(accusations(judged)).toEqual([]);
  expect(judged.find(({ id }) => id === 'create-student.effect/kept @ createStudent')?.verdict).toBe('pass');
});

test('who is in a cohort before a sequence, and leaves it when disabled, accuses nobody', async () => {
  const variant = variants.find(({ id }) => id === 'disable-user.memberships!left');
  expect(variant).toBeDefined();
  const run = trial({ ...(variant && { variant }) });
  // The first of them leaves the account in a cohort.
  const rows = ['add-student-cohorts.effect', 'update-user-name.effect/in-sequence'].flatMap((id) =>
    plan(catalogue, run.contract).filter(({ check }) => check.id === id),
  );
  const judged = await judgeAll(run, rows);

  expect(accusations(judged)).toEqual([]);
  expect(judged.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});
