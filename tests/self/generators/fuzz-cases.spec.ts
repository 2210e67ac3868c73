import { expect } from '@playwright/test';
import type { FuzzCase, Inputs } from '../../../generators/fuzz-case.ts';
import { fuzzCases } from '../../../generators/fuzz-cases.ts';
import { ofKind } from '../../../generators/kinds.ts';
import { placesOf } from '../../../generators/places.ts';
import { unreadable } from '../../../generators/unreadable.ts';
import { test } from '../plain-test.ts';
import { keepsLaws } from './laws.ts';

const text = { type: 'string' };
const uuid = { type: 'string', format: 'uuid' };
const payload = { type: 'object', properties: { name: text, description: text, yearId: uuid } };
const nothing: Inputs = { ids: [], query: [], body: [], takesBody: false, use: 'reads' };

/** Operations of every sort. */
const takings = {
  'a list': {
    ...nothing,
    query: [
      ...placesOf('search', text),
      ...placesOf('subject', { type: 'array', items: text }),
      ...placesOf('userId', { type: 'array', items: uuid }),
      ...placesOf('limit', { type: 'integer' }),
      ...placesOf('sort', { type: 'object', properties: { field: text } }),
    ],
  },
  'a list by some texts alone': {
    ...nothing,
    query: placesOf('subject', { type: 'array', items: text }),
  },
  'a list by numbers alone': { ...nothing, query: placesOf('limit', { type: 'integer' }) },
  'a list that takes nothing': nothing,
  'a read by id': { ...nothing, ids: ['classId'] },
  'a search': {
    ...nothing,
    takesBody: true,
    body: [
      ...placesOf('search', {
        type: 'object',
        properties: { upns: { type: 'array', items: text }, email: { type: 'string', format: 'email' } },
      }),
      ...placesOf('limit', { type: 'integer' }),
    ],
  },
  'a change': {
    ...nothing,
    ids: ['userId'],
    takesBody: true,
    use: 'changes',
    body: placesOf('user', payload),
  },
  'a change without a body': { ...nothing, ids: ['userId'], takesBody: true, use: 'changes' },
  'a creation': { ...nothing, takesBody: true, use: 'creates', body: placesOf('class', payload) },
} as const satisfies Record<string, Inputs>;

for (const [name, taking] of Object.entries<Inputs>(takings)) {
  const kinds = { ...fuzzCases(taking), ...unreadable(taking) };
  const [first] = Object.values(kinds).flat();

  keepsLaws(`odd requests to ${name}`, {
    arbitrary: ofKind(kinds),
    correct: (one) => isOdd(one) && isPlaced(one, taking),
    simplest: (one) => one === first,
    boundaries: {},
  });

  test(`odd requests to ${name}: each kind has a value, and its words tell which`, () => {
    const values = Object.values(kinds);
    expect(values.filter((each) => each.length === 0)).toEqual([]);
    const words = values.flat().map(({ what, where }) => `${what} in ${where}`);
    expect(words.length).toBe(new Set(words).size);
  });
}

/** What has to come up, and where: each of these is a kind of its own, and a standard run tries every kind. */
const wanted: Readonly<Record<keyof typeof takings, readonly RegExp[]>> = {
  'a list': [
    /^search=&subject=$/,
    /^search=1&search=2&search=1$/,
    /^search=z{3000}&subject=z{3000}$/,
    /^search=(?:%[0-9A-F]{2}|%20)+&subject=/,
    /^search=a%00b&subject=a%00b$/,
    /^userId=./,
    /^limit=./,
    /^sort\[field\]=./,
    /^(?:userId|limit|sort\[field\])=$/,
    /%E0%A4%A$/,
    /^search%5B%5D=/,
    /^limit=ten$/,
  ],
  'a list by some texts alone': [/^subject=$/, /^subject=z{5000,}$/, /^subject=a%00b$/],
  'a list by numbers alone': [/^limit=1&limit=2&limit=1$/, /^limit=$/, /^limit=ten$/],
  'a list that takes nothing': [/^rollcall=%C5/, /^rollcall=%E0%A4%A$/],
  'a read by id': [/^%C5%BB/, /^z{5000,}$/, /^a%00b$/, /%22%3B--$/, /^not-a-uuid$/],
  'a search': [
    /^\{"search":\{"upns":\["Żółć/,
    /z{100000,}/,
    /\\ud83d/,
    /\[{400}/,
    /^\{"search":\{"email":"/,
    /^\{"limit":"./,
    /1e400/,
    /^\{"rollcall":$/,
    /__proto__/,
  ],
  'a change': [
    /^\{"user":\{"name":"Żółć.*","description":"Żółć/,
    /z{100000,}/,
    /Roll'call/,
    /^\{"rollcall":$/,
  ],
  'a change without a body': [/^rollcall$|^<rollcall\/>$|^\{\}$/, /^\{"rollcall":$/, /^not-a-uuid$/],
  'a creation': [/^\{"class":\{"name":"Żółć[^{]*","description":\{\},"yearId":\{\}\}\}$/, /z{100000,}/],
};

for (const [name, patterns] of Object.entries(wanted)) {
  test(`odd requests to ${name} hold what trips servers up`, () => {
    const taking: Inputs = takings[name as keyof typeof takings];
    const sent = Object.values({ ...fuzzCases(taking), ...unreadable(taking) })
      .flat()
      .flatMap(({ query, body, id }) => [query, body, id && encodeURIComponent(id)])
      .filter((part) => part !== undefined);

    expect(patterns.filter((pattern) => !sent.some((part) => pattern.test(part)))).toEqual([]);
  });
}

test('no odd creation is right in all but one place, and none names an id', () => {
  const bodies = Object.values(fuzzCases(takings['a creation']))
    .flat()
    .flatMap(({ body = '' }) => (body.includes('"yearId"') ? [body] : []));

  expect(bodies.length).toBeGreaterThan(0);
  for (const body of bodies) expect(body.match(/\{\}/g)).toHaveLength(2);
});

test('an odd id of a change is nothing that means all ids, or ends a statement', () => {
  const ids = Object.values(fuzzCases(takings['a change']))
    .flat()
    .flatMap(({ id }) => id ?? []);

  expect(ids.length).toBeGreaterThan(1);
  expect(ids.filter((id) => /[%*_'";]/.test(id))).toEqual([]);
});

function isOdd({ query, headers, body, id }: FuzzCase): boolean {
  return [query, headers, body, id].some((part) => part !== undefined);
}

/** Only what the operation takes is sent: no query to what has a body, no id where the path has none. */
function isPlaced({ query, body, id }: FuzzCase, { takesBody, ids }: Inputs): boolean {
  return (
    !(query !== undefined && takesBody) &&
    !(body !== undefined && !takesBody) &&
    (id === undefined || ids.length > 0)
  );
}
