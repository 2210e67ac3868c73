import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { budgetFor } from '../../../harness/http/budget.ts';
import { plan } from '../../../harness/judging/plan.ts';
import type { Row } from '../../../harness/judging/row.ts';
import { currentScope } from '../../../harness/judging/scope.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { tookHeader } from '../../../reference/service/slow.ts';
import { catalogue } from '../../checks/index.ts';
import { accusations, contract, judgeAll, type Trial, trial, withoutPauses } from './judge-service.ts';
import { test } from './light-test.ts';

// Whole runs of the catalogue, eight rows at once.
test.describe.configure({ timeout: 180_000 });

const atOnce = 8;

/** Holds each answer back for a moment that differs from request to request, so that rows end in another order. */
function unevenly(service: Service): Service {
  let requests = 0;
  return async (request) => {
    requests += 1;
    await sleep(requests % 3);
    return service(request);
  };
}

/** A service that notes what each row, and each observation that rows share, asks of it, in order. */
function noting(asked: Map<string, string[]>): (service: Service) => Service {
  return (service) => async (request) => {
    const who = currentScope()?.name ?? 'nobody';
    const text = `${request.method} ${request.url} ${await request.clone().text()}`;
    asked.set(who, [...(asked.get(who) ?? []), text]);
    return service(request);
  };
}

/** Everything that two runs with one seed have in common: who began a shared observation is left open. */
async function verdictsAt(rowsAtOnce: number, write: boolean) {
  const asked = new Map<string, string[]>();
  const wrap = (service: Service) => noting(asked)(rowsAtOnce > 1 ? unevenly(service) : service);
  const run = trial({ wrap, write, effort: 'quick', seed: 3 });
  const rows = await judgeAll(run, undefined, rowsAtOnce);
  expect(rows.reduce((sum, row) => sum + row.requests, 0)).toBe(run.exchange.requests);
  return { asked: Object.fromEntries([...asked].sort()), rows: rows.map(withoutCost) };
}

function withoutCost({ requests: _, evidence: __, ...row }: Row): Partial<Row> {
  return row;
}

for (const write of [false, true]) {
  test(`a seed means the same requests row by row, one or eight at once, ${write ? 'writing' : 'reading'}`, async () => {
    const one = await verdictsAt(1, write);

    expect(Object.values(one.asked).flat().length).toBeGreaterThan(write ? 1_000 : 200);
    expect(await verdictsAt(atOnce, write)).toEqual(one);
  });
}

test('what writes, and what looks back, is judged while nothing else is', async () => {
  const rows = plan(catalogue, contract);
  const alone = new Set(rows.filter((row) => row.check.afterAll || row.check.access(row.op) === 'write'));
  const names = new Set([...alone].map(({ id }) => id));
  const underWay = new Map<string, number>();
  const beside: string[] = [];
  const wrap = (service: Service): Service => {
    return async (request) => {
      const row = currentScope()?.bill.row ?? '';
      underWay.set(row, (underWay.get(row) ?? 0) + 1);
      const others = [...underWay].filter(([, count]) => count > 0).map(([name]) => name);
      if (others.length > 1) beside.push(...others.filter((name) => names.has(name)));
      try {
        return await unevenly(service)(request);
      } finally {
        underWay.set(row, (underWay.get(row) ?? 0) - 1);
      }
    };
  };
  await judgeAll(trial({ wrap, effort: 'quick' }), undefined, atOnce);

  expect([...underWay.keys()].filter((row) => names.has(row)).length).toBeGreaterThan(100);
  expect(beside).toEqual([]);
});

/** A service that is told how many requests it has at once. */
function crowded(answer: (request: Request, underWay: number, service: Service) => Promise<Response>) {
  let underWay = 0;
  return (service: Service): Service => {
    return async (request) => {
      underWay += 1;
      try {
        const answered = answer(request, underWay, service);
        await sleep(1);
        return await answered;
      } finally {
        underWay -= 1;
      }
    };
  };
}

/** Allows so many requests in a window of so many milliseconds, and doesn't say when the next begins. */
function limited(most: number, windowMs: number): (service: Service) => Service {
  let end = 0;
  let count = 0;
  return (service) => async (request) => {
    if (performance.now() > end) {
      end = performance.now() + windowMs;
      count = 0;
    }
    count += 1;
    if (count <= most) return service(request);
    const headers = { 'access-control-allow-origin': '*' };
    return Response.json({ status: 429, message: 'Too many requests.' }, { status: 429, headers });
  };
}

/** Services that keep the interface, each in a way that rows side by side have to bear. */
const services: Readonly<Record<string, Trial>> = {
  'writes, and answers unevenly': { wrap: unevenly, write: true },
  'allows few requests in a while': { wrap: limited(12, 15), retryPolicy: { ...withoutPauses, pauseMs: 8 } },
  'is away while more than three ask': {
    wrap: crowded(async (request, underWay, service) =>
      underWay > 3 ? new Response('<html>', { status: 503 }) : service(request),
    ),
  },
  'takes longer than anybody waits while eight ask': {
    wrap: crowded(async (request, underWay, service) => {
      const answer = await service(request);
      const headers = new Headers(answer.headers);
      headers.set(tookHeader, String(underWay * 4_600));
      return new Response(answer.body, { status: answer.status, headers });
    }),
  },
};

for (const [what, setting] of Object.entries(services)) {
  test(`eight rows at once accuse no service that ${what}, and leave nothing open`, async () => {
    // What is asked again after trouble is no matter here.
    const budget = budgetFor('standard', setting.write ?? false);
    const rows = await judgeAll(
      trial({ effort: 'quick', write: false, budget, ...setting }),
      undefined,
      atOnce,
    );

    expect(accusations(rows)).toEqual([]);
    expect(
      rows.flatMap((row) => (row.verdict === 'inconclusive' ? [`${row.id}: ${row.reason}`] : [])),
    ).toEqual([]);
  });
}

test('eight rows at once wait for an operation that hangs hardly more often than one', async () => {
  let asked = 0;
  const wrap = (service: Service): Service => {
    return async (request) => {
      if (operationOf(request) !== 'listCohorts') return service(request);
      asked += 1;
      throw new DOMException('no answer', 'TimeoutError');
    };
  };
  const rows = await judgeAll(trial({ wrap, write: false }), undefined, atOnce);
  const failed = rows.filter(({ verdict }) => verdict === 'fail');

  expect(failed.map(({ id }) => id)).toContain('errors.answered @ listCohorts');
  expect(failed.filter(({ operation }) => operation !== 'listCohorts')).toEqual([]);
  // Nine for one row at a time; as many again as may have been under way when it came to be known.
  expect(asked).toBeLessThanOrEqual(9 + atOnce);
});
