import { answer, type Break, type Fault, faultsFrom, type Json, query, requestBody } from '../kit/fault.ts';

/** Faults of names whose characters are composed on their way. */
export const asAnswered: readonly Fault[] = [
  ...faultsFrom(
    {
      'list-classes.search/as-answered': ['listClasses', 'createClass', 'class'],
      'list-cohorts.search/as-answered': ['listCohorts', 'createCohort', 'cohort'],
    },
    ([list, create, wrapper]) => ({
      on: [list],
      touches: [create],
      story:
        'The database composes accents on insert, the answer echoes the request, the search compares bytes.',
      with: composing(wrapper),
    }),
  ),
  ...faultsFrom(
    {
      'list-classes.search/as-answered!query': ['listClasses'],
      'list-cohorts.search/as-answered!query': ['listCohorts'],
    },
    ([list]) => ({
      on: [list],
      deep: true,
      story: 'The framework composes what stands in a query, and leaves bodies as they are.',
      with: query((asked) => {
        const search = asked.get('search');
        if (search !== null) asked.set('search', search.normalize('NFC'));
      }),
    }),
  ),
];

/** Keeps a name composed, and answers with the name as it was sent. */
function composing(wrapper: string): Break {
  return async (request, service) => {
    const sent = ((await request.clone().json()) as Json)[wrapper] as Json | undefined;
    const name = sent?.['name'];
    if (typeof name !== 'string') return service(request);
    const kept = requestBody((body) => ({ ...body, [wrapper]: { ...sent, name: name.normalize('NFC') } }));
    const response = await kept(request, service);
    if (!response.ok) return response;
    const body = (await response.json()) as Json;
    return answer(response, { ...body, [wrapper]: { ...(body[wrapper] as Json), name } });
  };
}
