import { chance, clock, type Deployment, oneByOne, sleep, start } from './kit.ts';
import { isWrite, pathOf, repeatable } from './messages.ts';

const ofMembers =
  /^\/(classes|smart-ia\/cohorts)\/[^/]+\/(students|teachers|tests)$|^\/(students|teachers)\/[^/]+\/(classes|cohorts)$/;

const memberships: Deployment = {
  id: 'membership-queue',
  why:
    'POST and DELETE of members and tests answer "204 no body" once the request is found valid; no sentence says when ' +
    'reads show it. They are applied in order 30 to 150 ms later.',
  make(create) {
    const main = start(create);
    // Knows at once what the main one will know, and so says whether a request is valid.
    const judge = start(create);
    const random = chance(9);
    const inTurn = oneByOne();
    const queued = oneByOne();
    return {
      keys: main.keys,
      fetch: async (request) => {
        if (!isWrite(request)) return main.answer(request);
        const sent = await repeatable(request);
        if (!ofMembers.test(pathOf(request)))
          return inTurn(async () => {
            const response = await main.answer(sent());
            await judge.answer(sent());
            return response;
          });
        return inTurn(async () => {
          const response = await judge.answer(sent());
          if (response.ok) {
            const due = clock() + 30 + random() * 120;
            void queued(async () => {
              await sleep(Math.max(0, due - clock()));
              await inTurn(() => main.answer(sent()));
            });
          }
          return response;
        });
      },
    };
  },
};

const jitter: Deployment = {
  id: 'jitter',
  why:
    'Only the time-out of 30 seconds bounds the time of a request: one in five takes up to 15 ms before it is served ' +
    'and up to 15 ms after, so that requests sent together are served, and answered, in another order.',
  make(create) {
    const machine = start(create);
    const random = chance(23);
    return {
      keys: machine.keys,
      fetch: async (request) => {
        const isSlow = random() < 0.2;
        const [before, after] = [random() * 15, random() * 15];
        if (isSlow) await sleep(before);
        const response = await machine.answer(request);
        if (isSlow) await sleep(after);
        return response;
      },
    };
  },
};

const stall: Deployment = {
  id: 'stall-newest-first',
  why:
    'As for jitter, and no sentence orders requests that are under way at once: after every 250th request the process ' +
    'stands still for 100 ms; what came meanwhile is served one by one, the newest first.',
  make(create) {
    const machine = start(create);
    const waiting: (() => Promise<void>)[] = [];
    let seen = 0;
    let isStalled = false;
    const goOn = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await next();
      isStalled = false;
    };
    return {
      keys: machine.keys,
      fetch: (request) => {
        seen += 1;
        if (seen % 250 === 0 && !isStalled) {
          isStalled = true;
          setTimeout(goOn, 100);
        }
        if (!isStalled) return machine.answer(request);
        return new Promise((done, fail) => {
          waiting.push(() => machine.answer(request).then(done, fail));
        });
      },
    };
  },
};

/** Requests that wait, or that are done after they were answered. */
export const queueDeployments: readonly Deployment[] = [memberships, jitter, stall];
