import { fuzzBodies } from './fuzz-bodies.ts';
import { besideLists, bound, type FuzzCase, fuzzCase, type Inputs, inWords, mapped } from './fuzz-case.ts';
import { fuzzTexts, fuzzTextsForReads, fuzzValues, patternSigns } from './fuzz-texts.ts';
import type { Kinds } from './kinds.ts';
import { nameOf, type Place } from './places.ts';

const wishes: readonly FuzzCase[] = [
  fuzzCase('HTML is wanted', 'accept', { headers: { accept: 'text/html' } }),
  fuzzCase('a picture is wanted', 'accept', { headers: { accept: 'image/png;q=0.9, nonsense' } }),
  fuzzCase('a language is wanted', 'accept-language', {
    headers: { 'accept-language': 'tlh;q=0.1,*;q=x' },
  }),
];

/** The fuzz cases of an operation, by kind: each of its own parameters is tried. */
export function fuzzCases(taking: Inputs): Kinds<FuzzCase> {
  const kinds: Kinds<FuzzCase> = {
    ...(taking.takesBody ? fuzzBodies(taking) : fuzzQueries(taking)),
    ...(taking.ids.length > 0 ? fuzzIds(taking) : {}),
    // What a client wishes for is read before anybody knows the route: on the reads it is asked often enough.
    ...(taking.use === 'reads' ? { 'a client with wishes that no program has': wishes } : {}),
  };
  return Object.fromEntries(Object.entries(kinds).filter(([, values]) => values.length > 0));
}

function fuzzQueries({ query }: Inputs): Kinds<FuzzCase> {
  const names = query.map(nameOf);
  const [name = 'rollcall'] = names;
  const free = query.filter(isFree);
  return {
    'a parameter that nobody knows': [inQuery('a parameter that nobody knows', ['rollcall'], 'Żółć')],
    'a percent sign that encodes nothing': [
      fuzzCase('a percent sign that encodes nothing', name, { query: `${name}=%E0%A4%A` }),
    ],
    ...(query.length > 0 ? fuzzNames(name, query) : {}),
    ...(free.length > 0 ? fuzzFreeTexts(free) : {}),
    ...bound(query, (at) => fuzzValues.map((value) => inQuery(inWords(value), [nameOf(at)], value))),
  };
}

/** Names with brackets, given again, or without a value: for those that take certain values, one at a time. */
function fuzzNames(name: string, query: readonly Place[]): Kinds<FuzzCase> {
  const brackets = encodeURI(`${name}[]=1&${name}[0][a]=1`);
  const certain = query.filter((place) => !isFree(place)).map(nameOf);
  const single = query.filter(({ list, free }) => free && !list).map(nameOf);
  const again = single.length > 0 ? [single] : certain.map((one) => [one]);
  return {
    'a parameter with brackets': [fuzzCase('a parameter with brackets', name, { query: brackets })],
    'a parameter given three times': again.map((names) =>
      fuzzCase('given three times', names.join(', '), { query: names.map(times).join('&') }),
    ),
    'a value that is left out': certain.map((one) => fuzzCase('an empty text', one, { query: `${one}=` })),
  };
}

/** All places that take any text are filled at once, because each text is valid in each of them. */
function fuzzFreeTexts(free: readonly Place[]): Kinds<FuzzCase> {
  const names = free.map(nameOf);
  return {
    ...besideLists(free, (kind, at) => inQuery(kind, [nameOf(at)], patternSigns)),
    // The address as a whole stays as long as one such text.
    ...mapped(fuzzTextsForReads, (kind, text) =>
      inQuery(kind, names, text.length > 100 ? text.slice(0, text.length / names.length) : text),
    ),
    'a parameter without a value': [
      fuzzCase('an empty text', names.join(', '), { query: names.map((name) => `${name}=`).join('&') }),
      fuzzCase('a name by itself', names.join(', '), { query: names.join('&') }),
    ],
  };
}

/** A server can take none of these texts for the id of something, or for all ids. */
function fuzzIds({ use, ids }: Inputs): Kinds<FuzzCase> {
  const where = ids.join(', ');
  if (use === 'reads') return mapped(fuzzTextsForReads, (kind, text) => fuzzCase(kind, where, { id: text }));
  const texts = Object.entries(fuzzTexts).filter(([kind]) => kind !== 'an apostrophe');
  return {
    'an odd id in the path': texts.flatMap(([kind, [text]]) => fuzzCase(kind, where, { id: text })),
  };
}

function inQuery(what: string, names: readonly string[], value: string): FuzzCase {
  const query = names.map((name) => `${name}=${encodeURIComponent(value)}`).join('&');
  return fuzzCase(what, names.join(', '), { query });
}

function times(name: string): string {
  return `${name}=1&${name}=2&${name}=1`;
}

function isFree({ free }: Place): boolean {
  return free;
}
