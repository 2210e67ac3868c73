import { type Fault, faults, faultsFrom, query } from '../kit/fault.ts';
import { otherPayload } from './payload.ts';
import { comparing } from './search.ts';

/** As many letters as a column or an index holds. */
const held = 100;

/** Faults of names that are longer than somebody thought. */
export const longNames: readonly Fault[] = [
  ...faults(
    {
      'create-class.read-back/long-name': 'createClass',
      'create-cohort.read-back/long-name': 'createCohort',
    },
    {
      story: 'The column holds a hundred letters, and the database cuts what is longer without a word.',
      with: otherPayload((payload) => ({ ...payload, name: String(payload['name']).slice(0, held) })),
    },
  ),
  ...faults(
    {
      'create-class.read-back!cut-description': 'createClass',
      'create-cohort.read-back!cut-description': 'createCohort',
    },
    {
      story: 'The description is kept in a column of sixty-four letters.',
      deep: true,
      with: otherPayload((payload) => ({
        ...payload,
        description: String(payload['description']).slice(0, 64),
      })),
    },
  ),
  ...faults(
    {
      'create-class.read-back!one-line': 'createClass',
      'create-cohort.read-back!one-line': 'createCohort',
    },
    {
      story: 'A field of a form holds one line, and the rest is dropped.',
      deep: true,
      with: otherPayload((payload) => ({
        ...payload,
        description: String(payload['description']).split('\n')[0],
      })),
    },
  ),
  ...faultsFrom(
    {
      'create-class.read-back/long-name!not-indexed': ['createClass', 'listClasses'],
      'create-cohort.read-back/long-name!not-indexed': ['createCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'The index leaves out names that are longer than two hundred letters.',
      deep: true,
      with: query((query) => {
        if ((query.get('search') ?? '').length > 2 * held) query.set('search', 'not in the index');
      }),
    }),
  ),
  ...faults(
    {
      'list-classes.search-whole-name/long': 'listClasses',
      'list-cohorts.search-whole-name/long': 'listCohorts',
    },
    {
      story: 'The index holds the first hundred letters of a name, and nobody compares the rest.',
      with: comparing(
        (name, search) => name.slice(0, held).toLowerCase() === search.slice(0, held).toLowerCase(),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/long!hashed': 'listClasses',
      'list-cohorts.search-whole-name/long!hashed': 'listCohorts',
    },
    {
      story: 'Names that are too long for the index are compared by a hash of their letters.',
      deep: true,
      with: comparing((name, search) =>
        search.length > held ? name === search : name.toLowerCase() === search.toLowerCase(),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search-any-case!no-dot': 'listClasses',
      'list-cohorts.search-any-case!no-dot': 'listCohorts',
    },
    {
      story:
        'Letters are made small by the language of the machine, in which the small form of I has no dot.',
      deep: true,
      with: comparing((name, search) => name.toLocaleLowerCase('tr') === search.toLocaleLowerCase('tr')),
    },
  ),
];
