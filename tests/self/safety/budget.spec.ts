import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type Budget, type Kind, openMeter } from '../../../harness/http/budget.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { memoryJournal } from '../../../harness/run/journal.ts';
import { always, first, refuse, reply } from '../../../reference/hostile/manners.ts';
import { test } from '../plain-test.ts';
import { contract, tryManner } from './hostile-session.ts';

const pot = fc.nat(12);
const kinds = fc.constantFrom<Kind>('read', 'write', 'creation');

test('no series of requests, over any number of workers, exceeds any part of the budget', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ requests: pot, writes: pot, creations: pot, shrinking: pot }),
      fc.array(fc.array(fc.tuple(kinds, fc.boolean(), fc.boolean())), { maxLength: 4 }),
      async (budget, workers) => {
        const journal = memoryJournal();
        const sent: Budget = { requests: 0, writes: 0, creations: 0, shrinking: 0 };
        let real = sent;
        for (const requests of workers) {
          const till = openMeter(budget, journal);
          for (const [kind, refused, shrinking] of requests) {
            const once = async () => send(till, kind, { refused, shrinking }, real);
            real = await (shrinking ? till.shrink(once) : once());
          }
          expect(till.spent).toEqual(real);
        }
        expect(real.requests).toBeLessThanOrEqual(budget.requests);
        expect(real.writes).toBeLessThanOrEqual(budget.writes);
        expect(real.creations).toBeLessThanOrEqual(budget.creations);
        expect(real.shrinking).toBeLessThanOrEqual(budget.shrinking);
      },
    ),
  );
});

function send(
  till: ReturnType<typeof openMeter>,
  kind: Kind,
  { refused, shrinking }: { refused: boolean; shrinking: boolean },
  so: Budget,
): Budget {
  try {
    till.spend(kind);
  } catch (error) {
    expect(error).toBeInstanceOf(Inconclusive);
    return so;
  }
  const stays = kind === 'creation' && !refused;
  if (kind === 'creation' && refused) till.giveBack();
  return {
    requests: so.requests + (shrinking ? 0 : 1),
    writes: so.writes + (shrinking || kind === 'read' ? 0 : 1),
    creations: so.creations + (stays ? 1 : 0),
    shrinking: so.shrinking + (shrinking ? 1 : 0),
  };
}

test('a run whose budget is used up sends nothing more, and its rows say so', async () => {
  const budget = { requests: 4, writes: 0, creations: 0, shrinking: 9 };
  const trial = await tryManner(always(reply()), { budget });
  const verdicts = [];
  for (let nth = 0; nth < 6; nth += 1) verdicts.push((await trial.judge()).verdict);
  expect(verdicts).toEqual(['pass', 'pass', 'pass', 'pass', 'inconclusive', 'inconclusive']);
  expect(await trial.judge()).toMatchObject({
    blame: 'configuration',
    reason: expect.stringContaining('budget'),
  });
  expect(trial.server.heads).toHaveLength(4);
  await trial.close();
});

test('repetitions after 429 are counted like any other request', async () => {
  const trial = await tryManner(first(1, refuse(429), always(reply())), {
    budget: { requests: 1, writes: 0, creations: 0, shrinking: 9 },
  });
  expect((await trial.judge()).verdict).toBe('inconclusive');
  expect(trial.server.heads).toHaveLength(1);
  await trial.close();
});

test('a creation that the target refuses is given back; writes are not', async () => {
  const body = { class: { name: 'x' } };
  const trial = await tryManner(refuse(409), {
    write: true,
    budget: { requests: 9, writes: 3, creations: 1, shrinking: 0 },
  });
  const create = () => trial.run.exchange.send(contract.operation('createClass'), {}, { body }, 'write');
  for (let nth = 0; nth < 3; nth += 1) expect((await create()).status).toBe(409);
  await expect(create()).rejects.toThrow('3 writes');
  expect(trial.server.heads).toHaveLength(3);
  await trial.close();
});
