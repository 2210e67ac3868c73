import { expect } from '@playwright/test';
import { parse } from '../../../harness/http/parse.ts';
import { ofFrozen } from '../../../spec/of-frozen.ts';
import { test } from '../plain-test.ts';

test('the same text is the same value, down to its last part, and nobody can change it', () => {
  const text = '{"data":[{"name":"Ada"}]}';
  const { json } = parse(text) as { readonly json: { data: { name: string }[] } };

  expect(json).toEqual({ data: [{ name: 'Ada' }] });
  expect(parse(`${text}`).json).toBe(json);
  expect(() => json.data.push({ name: 'Eve' })).toThrow(TypeError);
  expect(() => Object.assign(json.data[0] ?? {}, { name: 'Eve' })).toThrow(TypeError);
});

test('a text is forgotten after two million characters of others, unless it came again between', () => {
  const other = (nth: number) => JSON.stringify(`${nth}`.padEnd(400_000));
  const [kept, forgotten] = [parse('["kept"]').json, parse('["forgotten"]').json];
  for (let nth = 0; nth < 6; nth += 1) {
    parse(other(nth));
    parse('["kept"]');
  }

  expect(parse('["kept"]').json).toBe(kept);
  expect(parse('["forgotten"]').json).not.toBe(forgotten);
  expect(parse('["forgotten"]').json).toEqual(forgotten);
});

test('what is nested too deeply is told each time, and what is no JSON is an error each time', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;

  expect([parse(deep).tooDeep, parse(deep).tooDeep, parse('[[]]').tooDeep]).toEqual([true, true, false]);
  expect(() => parse('{"data":')).toThrow(SyntaxError);
  expect(() => parse('{"data":')).toThrow(SyntaxError);
});

test('what was found out about a frozen value is remembered, and about any other it is found out anew', () => {
  let looks = 0;
  const look = ofFrozen((value) => {
    looks += 1;
    return `${looks} ${JSON.stringify(value)}`;
  });
  const [frozen, open] = [Object.freeze(['a']), ['a']];

  expect([look(frozen), look(frozen), look(open)]).toEqual(['1 ["a"]', '1 ["a"]', '2 ["a"]']);
  open.push('b');
  expect([look(open), look('a'), look('a'), look(null)]).toEqual(['3 ["a","b"]', '4 "a"', '5 "a"', '6 null']);
});
