import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { candidates, wideRun } from '../quick/prices.ts';
import { judgeAll } from './judge-service.ts';
import { test } from './light-test.ts';

/** Letters with which many usernames and subjects begin here, and signs beyond 16 bits that stand for them outside. */
const signs = { username: ['s', '🧮'], subject: ['M', '🔢'] } as const;

const rows = [
  'list-users.username/as-text @ listUsers',
  'search-users.search-usernames/as-text @ searchUsers',
  'pagination.ways-agree/any-combination @ listUsers',
  'pagination.ways-agree/any-combination @ listSessions',
];

test('parts of values that begin with a sign of two units are whole, and are asked for', async () => {
  const asked = candidates.filter(({ id }) => rows.includes(id));
  const judged = await judgeAll(wideRun({ wrap: withSigns }), asked);

  expect(judged.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(asked.map(({ id }) => `${id} pass`));
});

/** The service, whose usernames and subjects begin with such signs to whoever asks. */
function withSigns(service: Service): Service {
  return async (request) => {
    const body = request.method === 'GET' ? null : inside(await request.text());
    const { method, headers } = request;
    const response = await service(new Request(inside(request.url), { method, headers, body }));
    const text = await response.text();
    return new Response(text === '' ? null : outside(text), response);
  };
}

function inside(text: string): string {
  return Object.values(signs).reduce(
    (one, [letter, sign]) => one.replaceAll(sign, letter).replaceAll(encodeURIComponent(sign), letter),
    text,
  );
}

function outside(text: string): string {
  return Object.entries(signs).reduce(
    (one, [field, [letter, sign]]) => one.replaceAll(`"${field}":"${letter}`, `"${field}":"${sign}`),
    text,
  );
}
