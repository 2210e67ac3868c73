import { objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, faultsFrom, type Json } from '../kit/fault.ts';
import { payloadOf } from './payload.ts';

/** Faults of searches for what was created since the service began. */
export const ownNames: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-classes.search-any-case/of-the-run!ascii': ['listClasses', 'createClass'],
      'list-cohorts.search-any-case/of-the-run!ascii': ['listCohorts', 'createCohort'],
    },
    ([list, create]) => ({
      on: [list],
      touches: [list, create],
      story: 'The import folds names by the tables of Unicode; a creation folds them by those of ASCII.',
      with: foldingNew('z'),
    }),
  ),
  ...faultsFrom(
    {
      'list-classes.search-any-case/of-the-run!latin-1': ['listClasses', 'createClass'],
      'list-cohorts.search-any-case/of-the-run!latin-1': ['listCohorts', 'createCohort'],
    },
    ([list, create]) => ({
      on: [list],
      touches: [list, create],
      story: 'The trigger that folds the name of a new row runs in a locale of western Europe.',
      deep: true,
      with: foldingNew('\u00ff'),
    }),
  ),
];

/** Finds what was created since only where letters behind this one have the case in which they were sent. */
function foldingNew(last: string): Break {
  const fold = (text: string) =>
    [...text].map((letter) => (letter <= last ? letter.toLowerCase() : letter)).join('');
  return remembering(() => {
    const made = new Set<string>();
    return async (request, service) => {
      const search = new URL(request.url).searchParams.get('search');
      const name = request.method === 'POST' ? (await payloadOf(request))?.['name'] : undefined;
      const response = await service(request);
      if (name !== undefined && response.ok) made.add(String(name));
      if (search === null || !response.ok) return response;
      const body = (await response.json()) as Json;
      const isMissed = ({ name: own }: Json) => made.has(String(own)) && fold(String(own)) !== fold(search);
      return answer(response, { ...body, data: objects(body['data']).filter((item) => !isMissed(item)) });
    };
  });
}
