import { allOf, meant, page } from '../answers.ts';
import { both, column, newClassId } from '../client.ts';
import { on, type Service, textAt } from '../kit.ts';

/** The sentence about the search for classes. */
export const exact = 'search is an exact match on class name, case-insensitive';

/** The list of classes. */
export const route = 'GET /classes';

/** A service that finds other classes by name where `odd` says that it applies. */
export function findingBy(
  odd: (search: string) => boolean,
  matches: (name: string, search: string) => boolean,
): (service: Service) => Service {
  return (service) =>
    on(service, route, async (line) => {
      const query = meant(line.ask);
      const search = query.get('search');
      const checked = await line.pass();
      const stopped = !checked.ok && (query === line.ask.query || checked.status !== 400);
      if (search === null || !odd(search) || stopped) return checked;
      const filters = new URLSearchParams();
      const year = query.get('academicYearId');
      if (year !== null) filters.set('academicYearId', year);
      const items = await allOf(line, '/classes', filters);
      return page(
        query,
        items.filter((item) => matches(textAt(item, 'name'), search)),
      );
    });
}

/** Creates a class of one name and tells which classes a search finds. */
export function finds(name: string, search: string) {
  return both(async (client) => {
    await newClassId(client, { name });
    return column(await client.get('/classes', { search }), 'name');
  });
}
