import { withText } from '../answers.ts';
import { both, column, newClassId, nobody, paginationOf } from '../client.ts';
import { type BlindFault, on, type Service, textAt } from '../kit.ts';
import { exact, findingBy, finds, route } from '../shared/classes.ts';

const spaces: BlindFault = {
  id: 'round-4.classes.run-of-spaces-counts-as-one',
  chapter: 'classes',
  story: 'Names and searches are tidied as a browser shows them, where several spaces are one.',
  rests: exact,
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: findingBy(
    (search) => /\S +\S/.test(search),
    (name, search) => tidy(name) === tidy(search),
  ),
  witness: finds('Evening  Welders', 'evening welders'),
};

function tidy(text: string): string {
  return text.replaceAll(/ +/g, ' ').toLowerCase();
}

const emoji: BlindFault = {
  id: 'round-4.classes.all-emoji-are-equal',
  chapter: 'classes',
  story: 'The collation has no weight for characters of four bytes, so that any of them equals any other.',
  rests: exact,
  breaks: 'explicit',
  depth: 'deep',
  at: [route],
  wrap: findingBy(
    (search) => /\p{Extended_Pictographic}/u.test(search),
    (name, search) => weightless(name) === weightless(search),
  ),
  witness: finds('Club \u{1F3A8}', 'Club \u{1F3B8}'),
};

function weightless(text: string): string {
  return text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd').toLowerCase();
}

const unknownYear: BlindFault = {
  id: 'round-4.classes.year-that-is-not-there-filters-nothing',
  chapter: 'classes',
  story:
    'The year is loaded first and the condition built from it; without a row it is undefined, and the mapper drops it.',
  rests: 'Classes: academicYearId on GET /classes filters by the academic year that the class belongs to.',
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ ask, pass, call }) => {
      const year = ask.query.get('academicYearId') ?? 'current';
      if (year === 'current') return pass();
      const { status } = await call(`GET /academic-years/${encodeURIComponent(year)}`);
      const checked = await pass();
      if (status !== 404 || !checked.ok) return checked;
      const query = new URLSearchParams(ask.query);
      query.delete('academicYearId');
      return pass({ query });
    }),
  witness: both(async ({ get }) => {
    const found = await get('/classes', { academicYearId: nobody, limit: 5 });
    return [column(found, 'classId').length, paginationOf(found)['total'] ?? 0];
  }),
};

/** Classes that are asked for in the same moment are loaded with one query, in the order of their ids. */
function loadedTogether(service: Service): Service {
  type Waiting = { readonly id: string; readonly give: (text: Promise<Response>) => void };
  let waiting: (Waiting & { readonly load: () => Promise<Response> })[] = [];
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const rows = [...batch].sort((a, b) => (a.id < b.id ? -1 : 1));
    batch.forEach(({ give, load }, index) => {
      give((rows[index]?.load ?? load)());
    });
  };
  return on(service, 'GET /classes/{id}', ({ ask, pass }) => {
    if (waiting.length === 0) setTimeout(flush, 2);
    return new Promise<Response>((resolve) => {
      waiting.push({ id: ask.id, give: resolve, load: () => pass() });
    });
  });
}

const batch: BlindFault = {
  id: 'round-4.classes.read-at-once-and-dealt-in-order-of-id',
  chapter: 'classes',
  story:
    'Single reads of one moment are gathered by a loader, which hands the rows out as the database sorts them.',
  rests: 'Classes: GET /classes/{classId} answers the class of that id.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /classes/{id}'],
  wrap: loadedTogether,
  witness: both(async ({ get }) => {
    const ids = column(await get('/classes', { limit: 3 }), 'classId')
      .sort()
      .reverse();
    const read = await Promise.all(ids.map((id) => get(`/classes/${id}`)));
    return read.map(({ body }, index) => textAt(body, 'class', 'classId') === ids[index]);
  }),
};

const notJson: BlindFault = {
  id: 'round-4.classes.resumed-pages-are-bytes',
  chapter: 'classes',
  story:
    'Pages behind a cursor come out of a store of blobs, and the type of a blob that nobody named is octets.',
  rests: 'Conventions 1: responses are application/json unless an endpoint says otherwise.',
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ ask, pass }) => {
      const answer = await pass();
      if (!answer.ok || !ask.query.has('cursor')) return answer;
      return withText(answer, await answer.text(), { 'content-type': 'application/octet-stream' });
    }),
  witness: both(async (client) => {
    await newClassId(client);
    const first = await client.get('/classes', { limit: 1 });
    const cursor = String(paginationOf(first)['nextCursor']);
    return (await client.get('/classes', { limit: 1, cursor })).headers.get('content-type')?.split(';')[0];
  }),
};

export const classes: readonly BlindFault[] = [spaces, emoji, unknownYear, batch, notJson];
