import { afterWrites, isForeign, readAgain } from '../kit/after-writes.ts';
import { type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { keep } from '../kit/pages.ts';

/** Faults of the lists of classes and cohorts that only show once several have been created. */
export const atTheEnd: readonly Fault[] = [
  ...faultsFrom(
    {
      'get-class.same-as-list/at-the-end': ['getClass', 'listClasses', 'createClass'],
      'get-cohort.same-as-list/at-the-end': ['getCohort', 'listCohorts', 'createCohort'],
    },
    ([op, list, create]) => ({
      on: [op],
      touches: [list, create],
      story:
        'The plain list is kept in memory with a fixed size, and what is created pushes out an older one.',
      with: afterWrites([create], (page, written, request) => {
        const isPlain = !new URL(request.url).searchParams.has('search');
        const out = page.data.find((item) => isForeign(item));
        if (isPlain && written.length > 0) keep(page, (item) => item !== out);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'get-class.same-as-list/at-the-end!overwritten': ['getClass', 'listClasses', 'createClass', 'class'],
      'get-cohort.same-as-list/at-the-end!overwritten': [
        'getCohort',
        'listCohorts',
        'createCohort',
        'cohort',
      ],
    },
    ([op, list, create, wrapper]) => ({
      on: [op],
      touches: [list, create],
      story: 'The index of the list is one off after a second creation, and an older row takes the new name.',
      deep: true,
      with: afterWrites([create], ({ data }, written) => {
        const [, second] = written;
        const old = data.find((item) => isForeign(item));
        if (old && second) old['name'] = (second.answered[wrapper] as Json)['name'];
      }),
    }),
  ),
  ...faultsFrom(
    {
      'get-class.same-as-list/at-the-end!read-again': ['getClass', 'listClasses'],
      'get-cohort.same-as-list/at-the-end!read-again': ['getCohort', 'listCohorts'],
    },
    ([op, list]) => ({
      on: [op],
      touches: [list],
      story: 'The names are escaped in the rows that are kept, once more with each read.',
      deep: true,
      with: readAgain(({ data }) => {
        for (const item of data.filter(isForeign)) item['name'] = `${item['name']}&amp;`;
      }),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.read-back/at-the-end': ['createClass', 'listClasses', 'class', 'classId'],
      'create-cohort.read-back/at-the-end': ['createCohort', 'listCohorts', 'cohort', 'cohortId'],
    },
    ([create, list, wrapper, id]) => ({
      on: [create],
      touches: [list, create],
      story:
        'The list is built from a cache that has room for one new row, and forgets those before the last.',
      with: afterWrites([create], (page, written) => {
        const [first, second] = written.map(({ answered }) => (answered[wrapper] as Json)[id]);
        if (second !== undefined) keep(page, (item) => item[id] !== first);
      }),
    }),
  ),
  ...faultsFrom(
    {
      'create-class.read-back/at-the-end!renamed': ['createClass', 'listClasses', 'class', 'classId'],
      'create-cohort.read-back/at-the-end!renamed': ['createCohort', 'listCohorts', 'cohort', 'cohortId'],
    },
    ([create, list, wrapper, id]) => ({
      on: [create],
      touches: [list, create],
      story:
        'Rows are numbered from the second creation on, and the list shows the number of the first as well.',
      deep: true,
      with: afterWrites([create], ({ data }, written) => {
        const [first, second] = written.map(({ answered }) => (answered[wrapper] as Json)[id]);
        const item = data.find((one) => one[id] === first);
        if (item && second !== undefined) item['name'] = `${item['name']} (1)`;
      }),
    }),
  ),
];
