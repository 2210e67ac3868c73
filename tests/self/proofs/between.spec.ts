import { expect } from '@playwright/test';
import { openContext } from '../../../harness/judging/open-context.ts';
import type { Json, Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { createReference, type Store } from '../../../reference/service/index.ts';
import { variants } from '../../../reference/variants/index.ts';
import { onKnown } from '../../target/lists/known.ts';
import { accusations, judgeAll, rowsOf, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/** A service on which, after every so many requests, the next session in progress ends that stands far from both ends. */
function ending(every: number, { sessions }: Store): (service: Service) => Service {
  let requests = 0;
  return (service) => async (request) => {
    requests += 1;
    const inOrder = sessions.list().toSorted((one, other) => one.startDate - other.startDate);
    const open = inOrder.slice(100, -100).find(({ endDate }) => endDate === undefined);
    if (requests % every === 0 && open !== undefined) {
      const endDate = open.startDate + 1_800_000;
      sessions.put({ ...open, endDate, result: { calculatedAt: endDate, level: 'E3 - Middle' } });
    }
    return service(request);
  };
}

test('sessions that end between the pages that are known of their list accuse nobody', async () => {
  const variant = variants.find(({ id }) => id === 'limits.maximum-limit!100');
  expect(variant).toBeDefined();
  const reference = createReference({ users: 600, ...(variant && { shapes: variant.shapes }) });
  const run = trial({
    ...(variant && { variant }),
    against: reference,
    wrap: ending(7, reference.store),
    write: false,
    profileSays: { readings: { ...variant?.readings, 'membership.visibility-delay': 0 } },
  });

  const ids = ['pagination.ways-agree/any-combination', 'pagination.ways-agree/each-pair'];
  const rows = ids.flatMap((id) => rowsOf(id, ['listSessions']));
  expect(accusations(await judgeAll(run, rows))).toEqual([]);
});

/** A service on which somebody writes another description for each class but the first five, before each read of the list. */
function describing(service: Service): Service {
  let reads = 0;
  return async (request) => {
    const response = await service(request);
    if (operationOf(request) !== 'listClasses' || !response.ok) return response;
    reads += 1;
    const offset = Number(new URL(request.url).searchParams.get('offset') ?? 0);
    const body = (await response.json()) as { readonly data: readonly Json[] };
    const data = body.data.map((item, at) =>
      offset + at < 5 ? item : { ...item, description: `as of read ${reads}` },
    );
    return Response.json({ ...body, data });
  };
}

test('classes that are changed at the end of a page accuse nobody', async () => {
  const rows = rowsOf('pagination.ways-agree/same-items', ['listClasses']);
  const judged = await judgeAll(trial({ wrap: describing, write: false }), rows);
  expect(judged).toMatchObject([{ verdict: 'inconclusive', cause: 'moved' }]);
});

/** A service on which, after every so many requests, somebody touches one of the accounts that the run has made. */
function touching(every: number, { users, tick }: Store): (service: Service) => Service {
  let requests = 0;
  return (service) => (request) => {
    requests += 1;
    const made = users.list().filter(({ username }) => username.startsWith('rollcall.'));
    const one = made[(requests / every) % made.length];
    if (requests % every === 0 && one !== undefined) users.put({ ...one, updatedAt: tick() });
    return service(request);
  };
}

test('what is judged while somebody touches accounts of the run is judged on what moves', async () => {
  const reference = createReference();
  const run = trial({ against: reference, wrap: touching(2, reference.store) });
  await judgeAll(run, rowsOf('add-class-students.effect', ['addClassStudents']));
  const [row] = rowsOf('pagination.ways-agree/any-combination', ['listUsers']);
  if (row === undefined) throw new Error('there is no such row');
  const { context } = openContext(run, row.check, row.op);
  const wrong = async () => context.must.hold(false, { expected: 'one thing', actual: 'another' });

  await expect(onKnown(context, wrong)).rejects.toMatchObject({ cause: 'moved' });
});
