import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

const row = 'get-academic-year.same-as-list @ getAcademicYear';

/** Nine years, in an order of their own. */
const years = [5, 0, 8, 3, 1, 7, 2, 6, 4].map((number) => ({
  academicYearId: `00000000-0000-4000-8000-00000000000${number}`,
  name: `${2015 + number}/${2016 + number}`,
  startDate: `${2015 + number}-09-01T00:00:00.000Z`,
  endDate: `${2016 + number}-08-31T23:59:59.999Z`,
}));

for (const wrong of ['2015/2016', '2023/2024', 'none'])
  for (const seed of [1, 2, 3])
    test(`of many years the first and the last are read; one that differs: ${wrong}, seed ${seed}`, async () => {
      const run = wideRun({ wrap: () => yearsOf(wrong), seed });
      const judged = await judgeAll(
        run,
        candidates.filter(({ id }) => id === row),
      );

      expect(judged).toMatchObject([{ verdict: wrong === 'none' ? 'pass' : 'fail' }]);
    });

/** A service of these years alone; read by its id, one of them has another end. */
function yearsOf(wrong: string): Service {
  return async (request) => {
    const id = new URL(request.url).pathname.split('/').at(-1);
    const found = years.find(({ academicYearId }) => academicYearId === id);
    if (found === undefined) return Response.json({ data: years });
    const { endDate, ...others } = found;
    return Response.json({
      academicYear: { ...others, endDate: found.name === wrong ? found.startDate : endDate },
    });
  };
}
