import { allOf, meant, page } from '../answers.ts';
import { type Fields, type Line, on, type Service } from '../kit.ts';

/** What the service says to a request, its own cursor aside if it came from `page`. */
async function check({ ask, pass }: Line, resumed: boolean): Promise<Response> {
  if (!resumed || ask.query.has('offset')) return pass();
  const query = new URLSearchParams(ask.query);
  query.delete('cursor');
  return pass({ query });
}

/** A list that is paged by the fault, where it applies to the query. */
export function paging(
  path: string,
  applies: (query: URLSearchParams) => boolean,
  shape: (items: readonly Fields[], query: URLSearchParams) => Response,
): (service: Service) => Service {
  return (service) =>
    on(service, `GET ${path}`, async (line) => {
      const query = meant(line.ask);
      const checked = await check(line, query !== line.ask.query);
      if (!checked.ok || !applies(query)) return checked;
      if (query === line.ask.query && query.has('cursor')) return checked;
      return shape(await allOf(line, path, query), query);
    });
}

/** A list that leaves out some of the items that it should find. */
export function keeping(
  path: string,
  applies: (query: URLSearchParams) => boolean,
  keeps: (item: Fields, query: URLSearchParams) => boolean,
): (service: Service) => Service {
  return paging(path, applies, (items, query) =>
    page(
      query,
      items.filter((item) => keeps(item, query)),
    ),
  );
}
