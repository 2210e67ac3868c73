import { besideLists, bound, type FuzzCase, fuzzCase, type Inputs, inWords, mapped } from './fuzz-case.ts';
import { fuzzTextsForBodies, fuzzTextsForReads, fuzzValues, patternSigns } from './fuzz-texts.ts';
import type { Kinds } from './kinds.ts';
import { holding, nameOf, type Place } from './places.ts';

const nested = `${'['.repeat(400)}${']'.repeat(400)}`;

/** Unusual bodies for an operation. None of them creates anything or changes anything that exists. */
export function fuzzBodies(taking: Inputs): Kinds<FuzzCase> {
  const [name = 'rollcall'] = taking.body.map(({ path }) => path[0]);
  const whole = (what: string, body: string, type?: string) =>
    fuzzCase(what, 'the body', {
      body,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
  return {
    'a body of another media type': [
      whole('a body of plain text', 'rollcall', 'text/plain'),
      whole('a body of XML', '<rollcall/>', 'application/xml'),
      whole('a body in an unknown character set', '{}', 'application/json; charset=x'),
    ],
    'an empty body': [whole('an empty object', '{}'), whole('an empty text', '""')],
    'brackets within brackets': [whole('brackets within brackets', `{"${name}":${nested}}`)],
    'a key that is special in some languages': [
      whole('a key that is special in some languages', '{"__proto__":{"a":1},"constructor":7}'),
    ],
    'the same key twice': [whole('the same key twice', `{"${name}":[],"${name}":7}`)],
    'a number beyond all bounds': [whole('a number beyond all bounds', `{"${name}":-1e400}`)],
    ...textsIn(taking),
  };
}

/** Bodies with an unusual text at each place that takes one. */
function textsIn({ use, body }: Inputs): Kinds<FuzzCase> {
  if (use === 'creates') return spoiled(body);
  const free = body.filter((place) => place.free);
  const everywhere = (what: string, text: string) =>
    inBody(
      what,
      (free.length > 0 ? free : body).map((place) => [place, text]),
    );
  if (use === 'changes' && free.length > 0) return mapped(fuzzTextsForBodies, everywhere);
  if (use === 'changes') return body.length > 0 ? oddIds(everywhere) : {};
  return {
    ...besideLists(free, (kind, at) => inBody(kind, [[at, patternSigns]])),
    ...(free.length > 0 ? mapped({ ...fuzzTextsForReads, ...fuzzTextsForBodies }, everywhere) : {}),
    ...bound(body, (at) => fuzzValues.map((value) => inBody(inWords(value), [[at, value]]))),
    ...numbersIn(body),
  };
}

/** A number in the place of each text within an object: a service that expects a text calls what a number does not have. */
function numbersIn(body: readonly Place[]): Kinds<FuzzCase> {
  const texts = body.filter(
    ({ list, path: [name, ...members] }) => !list && name !== 'sort' && members.length > 0,
  );
  const kind = 'a number in the place of a text';
  if (texts.length === 0) return {};
  return {
    [kind]: texts.map((at) => fuzzCase(kind, nameOf(at), { body: JSON.stringify(holding([[at, 7]])) })),
  };
}

/** No text is an id, so that one is as good as another; a character zero is an error of its own in many stores. */
function oddIds(everywhere: (what: string, text: string) => FuzzCase): Kinds<FuzzCase> {
  const { 'a character zero': zero, ...others } = mapped(fuzzTextsForBodies, everywhere);
  return { 'a character zero': zero ?? [], 'an odd id in the body': Object.values(others).flat() };
}

/**
 * Creations with one unusual text. All other values are of the wrong type, in two places at least, so that a server
 * which overlooks one of them still creates nothing.
 */
function spoiled(body: readonly Place[]): Kinds<FuzzCase> {
  const free = body.filter((place) => place.free && !place.list);
  if (free.length === 0 || body.length < 3) return {};
  const values = (kind: string, text: string) =>
    free.map((at) =>
      fuzzCase(kind, nameOf(at), {
        body: JSON.stringify(holding(body.map((place) => [place, place === at ? text : {}]))),
      }),
    );
  return Object.fromEntries(
    Object.entries(fuzzTextsForBodies).map(([kind, texts]) => [
      kind,
      texts.flatMap((text) => values(kind, text)),
    ]),
  );
}

function inBody(what: string, values: readonly (readonly [Place, string])[]): FuzzCase {
  const held = values.map(([place, text]) => [place, place.list ? [text] : text] as const);
  return fuzzCase(what, values.map(([place]) => nameOf(place)).join(', '), {
    body: JSON.stringify(holding(held)),
  });
}
