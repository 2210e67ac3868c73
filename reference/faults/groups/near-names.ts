import { remembering } from '../kit/breaks.ts';
import { type Break, type Fault, fault, faults, faultsFrom, query } from '../kit/fault.ts';
import { groupOf } from './group.ts';
import { otherPayload, payloadOf } from './payload.ts';
import { comparing } from './search.ts';

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Faults of names that are nearly the same, to a collation, an index or an address in words. */
export const nearNames: readonly Fault[] = [
  ...faults(
    {
      'list-classes.search-whole-name/near-names!one-syllabary': 'listClasses',
      'list-cohorts.search-whole-name/near-names!one-syllabary': 'listCohorts',
    },
    {
      story: 'The collation takes the two syllabaries of Japanese for one, as a dictionary sorts them.',
      deep: true,
      with: comparing((name, search) => isSame(inHiragana(name), inHiragana(search))),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/near-names!weightless': 'listClasses',
      'list-cohorts.search-whole-name/near-names!weightless': 'listCohorts',
    },
    {
      story:
        'Characters outside of the basic plane have no weight in the collation, and all of them are equal.',
      deep: true,
      with: comparing((name, search) => isSame(withoutPairs(name), withoutPairs(search))),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/near-names!words': 'listClasses',
      'list-cohorts.search-whole-name/near-names!words': 'listCohorts',
    },
    {
      story: 'Names are compared word by word, and nobody counts the spaces between.',
      with: comparing((name, search) => isSame(name.split(/\s+/).join(' '), search.split(/\s+/).join(' '))),
    },
  ),
  ...faults(
    {
      'create-class.success/near-names!address': 'createClass',
      'create-cohort.success/near-names!address': 'createCohort',
    },
    {
      story: 'What is unique is the form of the name for addresses: its letters and digits of ASCII.',
      with: conflictingBy((name) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')),
    },
  ),
  ...faults(
    {
      'create-class.success/near-names!prefix': 'createClass',
      'create-cohort.success/near-names!prefix': 'createCohort',
    },
    {
      story: 'The unique index takes the first hundred letters of a name, as it cannot hold more.',
      deep: true,
      with: conflictingBy((name) => name.toLowerCase().slice(0, 100)),
    },
  ),
  ...faults(
    {
      'create-class.success/near-names!short-prefix': 'createClass',
      'create-cohort.success/near-names!short-prefix': 'createCohort',
    },
    {
      story: 'The unique key is the name in a column of twenty letters.',
      deep: true,
      with: conflictingBy((name) => name.toLowerCase().slice(0, 20)),
    },
  ),
  fault('create-class.success/near-names!weightless', {
    on: ['createClass'],
    story: 'The collation of the unique index gives no weight to characters outside of the basic plane.',
    deep: true,
    with: conflictingBy((name) => withoutPairs(name.toLowerCase())),
  }),
  ...faults(
    {
      'create-class.read-back/long-name!three-bytes': 'createClass',
      'create-cohort.read-back/long-name!three-bytes': 'createCohort',
    },
    {
      story: 'The column has three bytes for a character, and an emoji becomes a question mark.',
      with: otherPayload((payload) => ({
        ...payload,
        ...(typeof payload['name'] === 'string' ? { name: withoutPairs(payload['name']) } : {}),
      })),
    },
  ),
  ...faultsFrom(
    {
      'create-class.read-back/long-name!no-pairs': ['createClass', 'listClasses'],
      'create-cohort.read-back/long-name!no-pairs': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'The index drops names with characters outside of the basic plane, and nobody is told.',
      deep: true,
      with: query((query) => {
        if (/[\u{10000}-\u{10ffff}]/u.test(query.get('search') ?? ''))
          query.set('search', 'not in the index');
      }),
    }),
  ),
];

function inHiragana(text: string): string {
  return text.replaceAll(/[ァ-ヶ]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x60));
}

function withoutPairs(text: string): string {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?');
}

/** Refuses a creation whose name has the form of one that was created before. */
function conflictingBy(form: (name: string) => string): Break {
  return remembering(() => {
    const forms = new Set<string>();
    return async (request, service) => {
      const name = (await payloadOf(request))?.['name'];
      const response = await service(request);
      if (response.status !== 201 || typeof name !== 'string') return response;
      const key = `${groupOf(request).path} ${form(name)}`;
      if (!forms.has(key)) {
        forms.add(key);
        return response;
      }
      return Response.json({ status: 409, message: 'It exists already.' }, { status: 409 });
    };
  });
}
