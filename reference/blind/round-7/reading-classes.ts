import { edit } from '../answers.ts';
import { both, column, itemsOf, newClassId, nobody, paginationOf } from '../client.ts';
import { type BlindFault, fields, on, requery } from '../kit.ts';
import { exact, findingBy, finds } from '../shared/classes.ts';

const classes = 'classes';
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Faults of classes. */
export const readingClasses: readonly BlindFault[] = [
  {
    id: 'round-7.classes.percent-in-search-matches-anything',
    chapter: classes,
    story: 'The search is an ILIKE whose pattern is not escaped.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: findingBy(
      (search) => search.includes('%'),
      (name, search) => {
        const parts = search.toLowerCase().split('%');
        const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*');
        return new RegExp(`^${pattern}$`, 's').test(name.toLowerCase());
      },
    ),
    witness: finds('Blind Geometry Set', 'blind geo%'),
  },
  {
    id: 'round-7.classes.search-folds-ascii-only',
    chapter: classes,
    story: 'The LOWER of SQLite knows the letters of ASCII only, so Ü is not found by ü.',
    rests: exact,
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: findingBy(
      (search) => /[^ -~]/.test(search),
      (name, search) => asciiLower(name) === asciiLower(search),
    ),
    witness: finds('ÜBUNG ÉLAN', 'übung élan'),
  },
  {
    id: 'round-7.classes.search-ignores-accents',
    chapter: classes,
    story: 'The collation of the column ignores accents as well as case.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: ['GET /classes'],
    wrap: findingBy(
      () => true,
      (name, search) => plain(name) === plain(search),
    ),
    witness: finds('Résumé Clinic', 'resume clinic'),
  },
  {
    id: 'round-7.classes.search-drops-year',
    chapter: classes,
    story: 'The look-up by name is a branch of its own, in which the year filter was forgotten.',
    rests: 'GET /classes: academicYearId chooses the classes of that year, beside search.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: requery('GET /classes', (query) => {
      const year = query.get('academicYearId') ?? '';
      if (query.has('search') && /^([0-9a-f-]{36}|current)$/i.test(year)) query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const ids = column(await client.get('/academic-years'), 'academicYearId');
      const name = client.word();
      for (const academicYearId of ids.slice(0, 2)) await newClassId(client, { name, academicYearId });
      const found = await client.get('/classes', { search: name, academicYearId: ids[0] ?? '' });
      return paginationOf(found)['total'];
    }),
  },
  {
    id: 'round-7.classes.unknown-year-filter-is-dropped',
    chapter: classes,
    story: 'The year is looked up first; where there is none, the optional condition is left out.',
    rests: 'GET /classes: academicYearId chooses the classes of that year.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['GET /classes'],
    wrap: (service) =>
      on(service, 'GET /classes', async ({ ask, pass, call }) => {
        const year = ask.query.get('academicYearId') ?? '';
        const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(year);
        if (!uuid || (await call(`GET /academic-years/${year}`)).status !== 404) return pass();
        const query = new URLSearchParams(ask.query);
        query.delete('academicYearId');
        return pass({ query });
      }),
    witness: both(
      async ({ get }) => itemsOf(await get('/classes', { academicYearId: nobody, limit: 5 })).length,
    ),
  },
  {
    id: 'round-7.classes.empty-description-as-null',
    chapter: classes,
    story:
      'A single class goes through another serialiser than the list, which writes empty columns as null.',
    rests: 'Conventions 3: empty fields are omitted; only nested objects are null.',
    breaks: 'explicit',
    depth: 'shallow',
    at: ['GET /classes/{id}'],
    wrap: (service) =>
      on(service, 'GET /classes/{id}', async ({ pass }) =>
        edit(await pass(), (body) => ({ class: { description: null, ...fields(body['class']) } })),
      ),
    witness: both(async (client) => {
      const { body } = await client.get(`/classes/${await newClassId(client)}`);
      return 'description' in fields(body['class']);
    }),
  },
];
