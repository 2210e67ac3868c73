import { expect } from '@playwright/test';
import type { Row } from '../../../harness/judging/row.ts';
import { causes } from '../../../harness/judging/verdict.ts';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { judgeAll, type Trial, trial } from './judge-service.ts';
import { test } from './light-test.ts';

test.describe.configure({ timeout: 120_000 });

/** What one operation does instead of answering, each time. */
const troubles: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  'crashes with 500': async () => Response.json({ status: 500, message: 'Oh no' }, { status: 500 }),
  'is away behind its gateway': async () => new Response('<html>', { status: 502 }),
  'drops the connection': () => Promise.reject(new DOMException('gone', 'NetworkError')),
  'redirects to a login page': async () =>
    new Response(null, { status: 302, headers: { location: '/login' } }),
  'never answers': () => Promise.reject(new DOMException('no answer', 'TimeoutError')),
  'refuses everything': async () => Response.json({ status: 400, message: 'No' }, { status: 400 }),
};

/** A service on which one operation is in trouble, and how often it was asked. */
function troubled(op: string, instead: (request: Request) => Promise<Response>) {
  let asked = 0;
  const wrap = (service: Service): Service => {
    return (request) => {
      if (operationOf(request) !== op) return service(request);
      asked += 1;
      return instead(request);
    };
  };
  return { wrap, asked: () => asked };
}

/** What is wrong with how the rows of a run end, beside its failures. */
async function misjudged(setting: Trial): Promise<{ rows: readonly Row[]; against: readonly string[] }> {
  const rows = await judgeAll(trial(setting));
  const failed = new Set(rows.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])));
  const against = rows.flatMap(({ id, verdict, cause, because, reason }) => {
    if (verdict === 'suiteError') return [`${id}: ${reason}`];
    if (verdict !== 'inconclusive') return [];
    if (cause === undefined || !causes.includes(cause)) return [`${id}: no cause`];
    if (cause === 'other-row' && !failed.has(because ?? ''))
      return [`${id}: because of ${because}, which did not fail`];
    return [];
  });
  return { rows, against };
}

for (const [what, instead] of Object.entries(troubles)) {
  for (const op of ['listTests', 'addClassStudents']) {
    test(`${op} ${what}: a row fails, and the rows that need it say because of which`, async () => {
      const service = troubled(op, instead);
      // A quick run asks too seldom to tell a refusal of everything from refusals that each have a reason of their own.
      const effort = what === 'refuses everything' ? 'standard' : 'quick';
      const write = op === 'addClassStudents';
      const { rows, against } = await misjudged({ wrap: service.wrap, write, effort });

      expect(against).toEqual([]);
      expect(rows.filter((row) => row.operation === op && row.verdict === 'fail')).not.toEqual([]);
      expect(rows.filter((row) => row.verdict === 'fail').map(({ id }) => id)).toContain(
        what === 'refuses everything' ? `errors.unfounded-refusal @ ${op}` : `errors.answered @ ${op}`,
      );
    });
  }
}

test('an operation that hangs is waited for a few times, and then no more', async () => {
  const service = troubled('listCohorts', () =>
    Promise.reject(new DOMException('no answer', 'TimeoutError')),
  );
  const { against } = await misjudged({ wrap: service.wrap });

  expect(against).toEqual([]);
  // Three whole deadlines, and six of five seconds.
  expect(service.asked()).toBeLessThanOrEqual(9);
});

test('trouble that passes accuses nobody, whichever request it hits', async () => {
  let requests = 0;
  const kinds = Object.entries(troubles).filter(([what]) => what !== 'refuses everything');
  const wrap = (service: Service): Service => {
    return (request) => {
      requests += 1;
      const [, instead] = kinds[Math.floor(requests / 11) % kinds.length] ?? [];
      return requests % 11 === 0 && instead ? instead(request) : service(request);
    };
  };
  const { rows, against } = await misjudged({ wrap });

  expect(against).toEqual([]);
  expect(
    rows.filter(({ verdict }) => verdict === 'fail').map(({ id, reason }) => `${id}: ${reason}`),
  ).toEqual([]);
});
