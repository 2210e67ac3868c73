import { insteadOfTotals } from '../kit/counts.ts';
import { type Fault, faults, type Json, query } from '../kit/fault.ts';
import { comparing } from './search.ts';

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const isNumber = (text: string) => /^[\d.]+$/.test(text);

/** Faults of texts that are taken for names, of the word for the current year, and of counts. */
export const otherNames: readonly Fault[] = [
  ...faults(
    {
      'list-classes.search-whole-name/accents!folded': 'listClasses',
      'list-cohorts.search-whole-name/accents!folded': 'listCohorts',
    },
    {
      story: 'The collation of the column ignores accents as it ignores the case of letters.',
      with: comparing((name, search) => isSame(bare(name), bare(search))),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/accents!index': 'listClasses',
      'list-cohorts.search-whole-name/accents!index': 'listCohorts',
    },
    {
      story: 'Names are found by an index column without accents; what is searched for keeps its own.',
      deep: true,
      with: comparing((name, search) => isSame(bare(name), search) || isSame(name, search)),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/accents!known-signs': 'listClasses',
      'list-cohorts.search-whole-name/accents!known-signs': 'listCohorts',
    },
    {
      story: 'The comparison knows the signs of ASCII, and passes over all others.',
      deep: true,
      with: comparing((name, search) => isSame(knownSigns(name), knownSigns(search))),
    },
  ),
  ...faults(
    {
      'list-classes.search/bare-words!null': 'listClasses',
      'list-cohorts.search/bare-words!null': 'listCohorts',
    },
    {
      story: 'The front end once sent the word null for nothing, and the filter still passes over it.',
      with: query((query) => query.get('search') === 'null' && query.delete('search')),
    },
  ),
  ...faults(
    {
      'list-classes.search/bare-words!zero': 'listClasses',
      'list-cohorts.search/bare-words!zero': 'listCohorts',
    },
    {
      story: 'Parameters are made into numbers where they are digits, and zero is false.',
      deep: true,
      with: query((query) => Number(query.get('search') ?? 1) === 0 && query.delete('search')),
    },
  ),
  ...faults(
    {
      'list-classes.search/descriptions!any-text': 'listClasses',
      'list-cohorts.search/descriptions!any-text': 'listCohorts',
    },
    {
      story: 'The index has one field, into which name and description are both copied.',
      with: comparing((name, search, item) => isSame(name, search) || isSame(described(item), search)),
    },
  ),
  ...faults(
    { 'list-classes.search/ids!any-text': 'listClasses', 'list-cohorts.search/ids!any-text': 'listCohorts' },
    {
      story: 'The front end has one box for names and ids, and the route has one parameter for both.',
      with: comparing(
        (name, search, item) => isSame(name, search) || [item['classId'], item['cohortId']].includes(search),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search/ids!beginning': 'listClasses',
      'list-cohorts.search/ids!beginning': 'listCohorts',
    },
    {
      story: 'Ids are shown cut short in the console, and the search takes what is pasted from there.',
      deep: true,
      with: comparing((name, search, item) => {
        const isId = /^[0-9a-f]{8}-/.test(search);
        const ids = [item['classId'], item['cohortId']].map(String);
        return isSame(name, search) || (isId && ids.some((id) => id.startsWith(search.slice(0, 8))));
      }),
    },
  ),
  ...faults(
    {
      'list-classes.search/descriptions!unnamed': 'listClasses',
      'list-cohorts.search/descriptions!unnamed': 'listCohorts',
    },
    {
      story:
        'Where no name fits, descriptions are looked through, in any letter case, so that a search helps.',
      deep: true,
      with: comparing(
        (name, search, item) =>
          isSame(name, search) || (described(item) !== name && isSame(described(item), search)),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/digits!number': 'listClasses',
      'list-cohorts.search-whole-name/digits!number': 'listCohorts',
    },
    {
      story: 'A loose comparison takes two texts of digits for numbers.',
      with: comparing((name, search) =>
        isNumber(name) && isNumber(search) ? Number(name) === Number(search) : isSame(name, search),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.search-whole-name/digits!padded': 'listClasses',
      'list-cohorts.search-whole-name/digits!padded': 'listCohorts',
    },
    {
      story: 'A spreadsheet loses the zeros in front, so the search forgives one that lacks them.',
      deep: true,
      with: comparing((name, search) => isSame(name, search) || isSame(name, `0${search}`)),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine/current!dropped': 'listClasses',
      'list-cohorts.filters-combine/current!dropped': 'listCohorts',
    },
    {
      story: 'A search looks through all years, and the year is resolved in the other branch.',
      with: query((query) => query.has('search') && query.delete('academicYearId')),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine/current!search': 'listClasses',
      'list-cohorts.filters-combine/current!search': 'listCohorts',
    },
    {
      story: 'The current year has a query of its own, without a place for a name.',
      with: query((query) => query.get('academicYearId') === 'current' && query.delete('search')),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine!search': 'listClasses',
      'list-cohorts.filters-combine!search': 'listCohorts',
    },
    {
      story: 'The classes of a year are read from a cache, which is searched by year alone.',
      deep: true,
      with: query((query) => query.has('academicYearId') && query.delete('search')),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine/current!word': 'listClasses',
      'list-cohorts.filters-combine/current!word': 'listCohorts',
    },
    {
      story: 'The query builder for searches knows ids of years, and passes over what is none.',
      deep: true,
      with: query(
        (query) =>
          query.has('search') && query.get('academicYearId') === 'current' && query.delete('academicYearId'),
      ),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine/current!described': 'listClasses',
      'list-cohorts.filters-combine/current!described': 'listCohorts',
    },
    {
      story: 'A search joins the table of descriptions, and loses what has none.',
      deep: true,
      with: comparing((name, search, { description }) => description !== undefined && isSame(name, search)),
    },
  ),
  ...faults(
    {
      'create-class.read-back/counted!kept': 'createClass',
      'create-cohort.read-back/counted!kept': 'createCohort',
    },
    {
      story: 'The count is made once, for counting is slow.',
      touches: ['listClasses', 'listCohorts'],
      with: insteadOfTotals(() => true),
    },
  ),
  ...faults(
    {
      'create-class.read-back/counted!first-page': 'createClass',
      'create-cohort.read-back/counted!first-page': 'createCohort',
    },
    {
      story: 'The first page brings the count of a cache that creations do not renew; later ones count anew.',
      deep: true,
      touches: ['listClasses', 'listCohorts'],
      with: insteadOfTotals((query) => !query.has('cursor') && (query.get('offset') ?? '0') === '0'),
    },
  ),
];

function described(item: Json): string {
  return String(item['description'] ?? '');
}

/** A text without what is not ASCII. */
function knownSigns(value: string): string {
  return value.replace(/[^ -~]/gu, '');
}

/** A text without its accents. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}
