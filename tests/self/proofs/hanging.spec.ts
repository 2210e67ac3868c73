import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { judgeAll, rowsOf, trial } from './judge-service.ts';

/** What the web platform says of a request that is given up. */
const never = () => Promise.reject(new DOMException('no answer', 'TimeoutError'));

const [row] = rowsOf('limits.time-out/defective', ['createClass']);
const rows = row ? [row] : [];

test('a defective request that is answered the second time is in time', async () => {
  let sent = 0;
  const run = trial({
    wrap: (service) => (request) => {
      sent += 1;
      return sent === 1 ? never() : service(request);
    },
  });

  expect((await judgeAll(run, rows)).map(({ verdict }) => verdict)).toEqual(['pass']);
  // The request, another one to see that the target answers, and the request again.
  expect(sent).toBe(3);
});

test('a target that answers nothing at all is not accused of what it does with defective requests', async () => {
  const judged = await judgeAll(trial({ wrap: () => never }), rows);

  expect(judged.map(({ verdict, blame }) => [verdict, blame])).toEqual([['inconclusive', 'network']]);
});

test('what timed out once is asked again at once, and shared from then on', async () => {
  let sent = 0;
  const run = trial({
    wrap: (service) => async (request) => {
      const isDefective = (await request.clone().text()).endsWith(':');
      if (isDefective) sent += 1;
      return isDefective && sent === 1 ? never() : service(request);
    },
  });
  const both = [...rowsOf('errors.no-server-error', ['createClass']), ...rows, ...rows];

  expect((await judgeAll(run, both)).map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
  expect(sent).toBe(2);
});
