import { expect } from '@playwright/test';
import { matches, plan } from '../../../harness/judging/plan.ts';
import { objects } from '../../../reference/faults/kit/breaks.ts';
import type { Json, Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { catalogue } from '../../checks/index.ts';
import { test } from '../plain-test.ts';
import { accusations, judgeAll, rowsOf, trial } from './judge-service.ts';

/** A service on which somebody else makes a class between every so many requests. */
function growing(every: number): (service: Service) => Service {
  let requests = 0;
  return (service) => async (request) => {
    requests += 1;
    if (requests % every === 0) {
      const name = `made by somebody else, ${requests}`;
      const headers = { ...Object.fromEntries(request.headers), 'content-type': 'application/json' };
      const body = JSON.stringify({ class: { name } });
      await service(new Request('http://reference.test/api/v1/classes', { method: 'POST', headers, body }));
    }
    return service(request);
  };
}

for (const every of [2, 7, 40]) {
  test(`a list that grows after every ${every} requests accuses nobody`, async () => {
    const run = trial({ wrap: growing(every) });
    const rows = plan(catalogue, run.contract).filter(
      (row) => matches(row, 'pagination') && row.op.id === 'listClasses',
    );

    expect(accusations(await judgeAll(run, rows))).toEqual([]);
  });
}

for (const [what, isMoving, verdict] of [
  ['and the college moves on to the next year meanwhile: nobody is accused', true, 'inconclusive'],
  ['and the year stays: the target is accused', false, 'fail'],
] as const)
  test(`who joins a class is shown in none, ${what}`, async () => {
    const wrap = (service: Service): Service => {
      let hasMoved = false;
      return async (request) => {
        const op = operationOf(request);
        const response = await service(request);
        hasMoved ||= isMoving && op === 'addClassStudents' && response.ok;
        if (op === 'listUsers' && response.ok)
          return Response.json(withoutClasses((await response.json()) as Json));
        if (op !== 'getCurrentAcademicYear' || !hasMoved) return response;
        const { academicYear } = (await response.json()) as Json;
        return Response.json({
          academicYear: { ...(academicYear as Json), academicYearId: '0b7f2e4c-91d3-4c58-8f6a-2d5e7a9c1b30' },
        });
      };
    };

    const rows = await judgeAll(trial({ wrap }), rowsOf('add-class-students.effect', ['addClassStudents']));

    expect(rows).toMatchObject([{ verdict, ...(isMoving ? { cause: 'moved' } : {}) }]);
  });

/** A list of users who are in no class. */
function withoutClasses(body: Json): Json {
  return { ...body, data: objects(body['data']).map(({ classIds: _, ...user }) => user) };
}
