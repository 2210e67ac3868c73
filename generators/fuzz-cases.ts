import { oddBodies } from './fuzz-bodies.ts';
import { bound, type FuzzCase, type Inputs, inWords, mapped, odd } from './fuzz-case.ts';
import { oddTexts, oddTextsToRead, oddValues } from './fuzz-texts.ts';
import type { Kinds } from './kinds.ts';
import { nameOf, type Place } from './places.ts';

/** The odd requests to an operation, by kind: each of its own parameters is tried. */
export function fuzzCases(taking: Inputs): Kinds<FuzzCase> {
  const kinds: Kinds<FuzzCase> = {
    ...(taking.takesBody ? oddBodies(taking) : oddQueries(taking)),
    ...(taking.ids.length > 0 ? oddIds(taking) : {}),
    'a client that wants HTML': [
      odd('a client that wants HTML', 'accept', { headers: { accept: 'text/html' } }),
    ],
    'a client with wishes that nobody knows': [
      odd('a picture is wanted', 'accept', { headers: { accept: 'image/png;q=0.9, nonsense' } }),
      odd('a language is wanted', 'accept-language', { headers: { 'accept-language': 'tlh;q=0.1,*;q=x' } }),
    ],
  };
  return Object.fromEntries(Object.entries(kinds).filter(([, values]) => values.length > 0));
}

function oddQueries({ query }: Inputs): Kinds<FuzzCase> {
  const names = query.map(nameOf);
  const [name = 'rollcall'] = names;
  const free = query.filter(isFree);
  return {
    'a parameter that nobody knows': [inQuery('a parameter that nobody knows', ['rollcall'], 'Żółć')],
    'a percent sign that encodes nothing': [
      odd('a percent sign that encodes nothing', name, { query: `${name}=%E0%A4%A` }),
    ],
    ...(query.length > 0 ? oddNames(name, query) : {}),
    ...(free.length > 0 ? oddFree(free) : {}),
    ...bound(query, (at) => oddValues.map((value) => inQuery(inWords(value), [nameOf(at)], value))),
  };
}

/** Names with brackets, given again, or without a value: for those that take certain values, one at a time. */
function oddNames(name: string, query: readonly Place[]): Kinds<FuzzCase> {
  const brackets = encodeURI(`${name}[]=1&${name}[0][a]=1`);
  const certain = query.filter((place) => !isFree(place)).map(nameOf);
  const single = query.filter(({ list, free }) => free && !list).map(nameOf);
  const again = single.length > 0 ? [single] : certain.map((one) => [one]);
  return {
    'a parameter with brackets': [odd('a parameter with brackets', name, { query: brackets })],
    'a parameter given three times': again.map((names) =>
      odd('given three times', names.join(', '), { query: names.map(times).join('&') }),
    ),
    'a value that is left out': certain.map((one) => odd('an empty text', one, { query: `${one}=` })),
  };
}

/** Whatever is in order for one such place is so for all at once. */
function oddFree(free: readonly Place[]): Kinds<FuzzCase> {
  const names = free.map(nameOf);
  return {
    // The address as a whole stays as long as one such text.
    ...mapped(oddTextsToRead, (kind, text) =>
      inQuery(kind, names, text.length > 100 ? text.slice(0, text.length / names.length) : text),
    ),
    'a parameter without a value': [
      odd('an empty text', names.join(', '), { query: names.map((name) => `${name}=`).join('&') }),
      odd('a name by itself', names.join(', '), { query: names.join('&') }),
    ],
  };
}

/** No text here is anything that one could take for the id of something, or for all ids. */
function oddIds({ use, ids }: Inputs): Kinds<FuzzCase> {
  const where = ids.join(', ');
  if (use === 'reads') return mapped(oddTextsToRead, (kind, text) => odd(kind, where, { id: text }));
  const texts = Object.entries(oddTexts).filter(([kind]) => kind !== 'an apostrophe');
  return {
    'an odd id in the path': texts.flatMap(([kind, [text]]) => odd(kind, where, { id: text })),
  };
}

function inQuery(oddity: string, names: readonly string[], value: string): FuzzCase {
  const query = names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&');
  return odd(oddity, names.join(', '), { query });
}

function times(name: string): string {
  return `${name}=1&${name}=2&${name}=1`;
}

function isFree({ free }: Place): boolean {
  return free;
}
