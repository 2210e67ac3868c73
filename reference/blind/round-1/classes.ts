import { refuse } from '../answers.ts';
import { both, column, newClassId, paginationOf } from '../client.ts';
import { at, type BlindFault, fields, on, requery, textAt } from '../kit.ts';
import { exact, findingBy, finds, route } from '../shared/classes.ts';

const chapter = 'classes';

/** How a collation without accents sees a text. */
function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Lower case for the letters A to Z only. */
function lowered(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export const classes: readonly BlindFault[] = [
  {
    id: 'round-1.classes.accents-ignored',
    chapter,
    story: 'The collation of the column ignores letter case, and accents with it.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy(
      () => true,
      (name, search) => bare(name) === bare(search),
    ),
    witness: finds('Réunion', 'Reunion'),
  },
  {
    id: 'round-1.classes.only-plain-letters-fold',
    chapter,
    story: 'The lower function of the database knows the letters A to Z and no others.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy(
      (search) => /\P{ASCII}/u.test(search),
      (name, search) => lowered(name) === lowered(search),
    ),
    witness: finds('Éclair', 'éclair'),
  },
  {
    id: 'round-1.classes.current-year-lost-beside-a-search',
    chapter,
    story: 'The literal current is resolved in the branch without a search only.',
    rests: 'academicYearId of the class list takes a UUID or the literal current',
    breaks: 'explicit',
    depth: 'medium',
    at: [route],
    wrap: requery(route, (query) => {
      if (query.has('search') && query.get('academicYearId') === 'current') query.delete('academicYearId');
    }),
    witness: both(async (client) => {
      const name = client.word();
      const years = column(await client.get('/academic-years'), 'academicYearId');
      for (const academicYearId of years) await newClassId(client, { name, academicYearId });
      const found = await client.get('/classes', { search: name, academicYearId: 'current' });
      return paginationOf(found)['total'];
    }),
  },
  {
    id: 'round-1.classes.year-of-the-last-request',
    chapter,
    story: 'The default year is a field of a shared command object, which the last request has set.',
    rests: 'academicYearId of a new class defaults to the current academic year',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) => {
      let last: unknown;
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const wanted = fields(ask.body['class']);
        const sent = wanted['academicYearId'];
        const usual = last === undefined || (sent !== undefined && sent !== null) || !('class' in ask.body);
        const response = await (usual
          ? pass()
          : pass({ body: { class: { ...wanted, academicYearId: last } } }));
        if (response.ok && sent) last = sent;
        return response;
      });
    },
    witness: both(async (client) => {
      const current = textAt(
        (await client.get('/academic-years/current')).body,
        'academicYear',
        'academicYearId',
      );
      const years = column(await client.get('/academic-years'), 'academicYearId');
      await newClassId(client, { academicYearId: years.find((id) => id !== current) });
      const { body } = await client.send('POST', '/classes', { class: { name: client.word() } });
      return textAt(body, 'class', 'academicYearId') === current;
    }),
  },
  {
    id: 'round-1.classes.conflict-after-a-refusal',
    chapter,
    story: 'The name is reserved before the year is checked, and a refusal does not give it back.',
    rests: 'POST of a class: 409 when it already exists, 201 else',
    breaks: 'explicit',
    depth: 'deep',
    at: ['POST /classes'],
    wrap: (service) => {
      const reserved = new Set<string>();
      return on(service, 'POST /classes', async ({ ask, pass }) => {
        const name = textAt(ask.body, 'class', 'name');
        if (reserved.has(name) && ask.headers.has('x-api-key'))
          return refuse(ask, 409, 'The class already exists');
        const response = await pass();
        if (response.status === 400 && name !== '' && at(ask.body, 'class', 'academicYearId'))
          reserved.add(name);
        return response;
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/classes', { class: { name, academicYearId: 'next' } });
      return (await client.send('POST', '/classes', { class: { name } })).status;
    }),
  },
];
