import { objects, read } from '../kit/breaks.ts';
import { type Break, type Fault, faults, type Json } from '../kit/fault.ts';
import { keep, onPage } from '../kit/pages.ts';
import { groupOf } from './group.ts';

/** Faults of classes and cohorts of different years that share a name. */
export const namesakes: readonly Fault[] = [
  ...faults(
    {
      'list-classes.search!one-of-each-name': 'listClasses',
      'list-cohorts.search!one-of-each-name': 'listCohorts',
    },
    {
      story: 'The search was written for a menu, in which each name stands once.',
      deep: true,
      with: (request, service) =>
        new URL(request.url).searchParams.has('search')
          ? onPage(request, service, (page) => keep(page, oneOf(page.data, 'last')))
          : service(request),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine!last-of-each-name': 'listClasses',
      'list-cohorts.filters-combine!last-of-each-name': 'listCohorts',
    },
    {
      story: 'The last one of each name is found first, and its year is looked at later.',
      deep: true,
      with: beforeTheYear('last'),
    },
  ),
  ...faults(
    {
      'list-classes.filters-combine!first-of-each-name': 'listClasses',
      'list-cohorts.filters-combine!first-of-each-name': 'listCohorts',
    },
    {
      story: 'The first one of each name is found first, and its year is looked at later.',
      deep: true,
      with: beforeTheYear('first'),
    },
  ),
];

type End = 'first' | 'last';

function beforeTheYear(end: End): Break {
  return async (request, service) => {
    const { searchParams } = new URL(request.url);
    const search = searchParams.get('search');
    if (search === null || !searchParams.has('academicYearId')) return service(request);
    const { path, id } = groupOf(request);
    const query = new URLSearchParams({ search, limit: '1000' });
    const all = objects((await read(request, service, `${path}?${query}`))['data']);
    const found = all.filter(oneOf(all, end)).map((item) => item[id]);
    return onPage(request, service, (page) => keep(page, (item) => found.includes(item[id])));
  };
}

/** Whether an item is the one that stands for all of its name, in small letters. */
function oneOf(items: readonly Json[], end: End): (item: Json) => boolean {
  const nameOf = ({ name }: Json) => String(name).toLowerCase();
  const ordered = end === 'last' ? items : items.toReversed();
  const chosen = new Map(ordered.map((item) => [nameOf(item), item]));
  const kept = new Set(chosen.values());
  return (item) => kept.has(item);
}
