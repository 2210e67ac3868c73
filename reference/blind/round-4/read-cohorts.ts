import { allOf, editItems, meant, page, withHeaders } from '../answers.ts';
import { both, column, itemsOf, newCohortId, testIds } from '../client.ts';
import { at, type BlindFault, list, on, textAt } from '../kit.ts';
import { testsOf } from '../shared/ids.ts';

const path = '/smart-ia/cohorts';
const route = `GET ${path}`;
const one = `GET ${path}/{id}`;
const assigned = 'Cohort: tests are the tests assigned to the cohort.';

const kana: BlindFault = {
  id: 'round-4.cohorts.two-syllabaries-are-one',
  chapter: 'cohorts',
  story:
    'The general collation of Unicode compares at the first level, where hiragana and katakana are the same.',
  rests: 'Cohorts: search is an exact match on the cohort name, ignoring letter case alone.',
  breaks: 'explicit',
  depth: 'deep',
  at: [route],
  wrap: (service) =>
    on(service, route, async (line) => {
      const query = meant(line.ask);
      const search = query.get('search') ?? '';
      if (!/[\u3041-\u30f6]/.test(search)) return line.pass();
      const filters = new URLSearchParams(query);
      filters.delete('search');
      const items = await allOf(line, path, filters);
      return page(
        query,
        items.filter((item) => hiragana(textAt(item, 'name')) === hiragana(search)),
      );
    }),
  witness: both(async (client) => {
    await newCohortId(client, { name: 'さくら 1' });
    return column(await client.get(path, { search: 'サクラ 1' }), 'name').length;
  }),
};

function hiragana(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\u30a1-\u30f6]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 96));
}

const preview: BlindFault = {
  id: 'round-4.cohorts.list-shows-three-tests-at-most',
  chapter: 'cohorts',
  story:
    'The list was made for cards with room for three tests, and the rest is only loaded when one is opened.',
  rests: assigned,
  breaks: 'explicit',
  depth: 'shallow',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ pass }) =>
      editItems(await pass(), (item) =>
        'tests' in item ? { ...item, tests: list(item['tests']).slice(0, 3) } : item,
      ),
    ),
  witness: both(async (client) => {
    const name = client.word();
    const id = await newCohortId(client, { name });
    const tests = (await testIds(client)).slice(0, 5);
    await client.send('POST', `${path}/${id}/tests`, { testIds: tests });
    return testsOf(itemsOf(await client.get(path, { search: name }))[0]).length;
  }),
};

const bySubject: BlindFault = {
  id: 'round-4.cohorts.one-test-a-subject-is-shown',
  chapter: 'cohorts',
  story:
    'To show the tests sorted the page model keys them by subject, and a second of one subject takes the place.',
  rests: assigned,
  breaks: 'explicit',
  depth: 'medium',
  at: [one],
  wrap: (service) =>
    on(service, one, async ({ pass }) => {
      const answer = await pass();
      if (!answer.ok) return answer;
      const body: unknown = await answer.json();
      const shown = list(at(body, 'cohort', 'tests'));
      const kept = [...new Map(shown.map((test) => [textAt(test, 'subject'), test])).values()];
      const cohort = { ...Object(at(body, 'cohort')), ...(shown.length > 0 && { tests: kept }) };
      return new Response(JSON.stringify({ cohort }), { status: answer.status, headers: answer.headers });
    }),
  witness: both(async (client) => {
    const tests = itemsOf(await client.get('/smart-ia/tests'));
    const pair = tests.filter(({ subject }) => subject === tests[0]?.['subject']).slice(0, 2);
    const id = await newCohortId(client);
    await client.send('POST', `${path}/${id}/tests`, { testIds: pair.map(({ testId }) => testId) });
    return testsOf((await client.get(`${path}/${id}`)).body['cohort']).length;
  }),
};

const unchanged: BlindFault = {
  id: 'round-4.cohorts.tag-of-the-answer-leaves-out-the-tests',
  chapter: 'cohorts',
  story:
    'The entity tag is made from the row of the cohort, so a browser that asks again is told that nothing changed.',
  rests: 'GET of a cohort answers 200 with the cohort and the tests assigned to it.',
  breaks: 'explicit',
  depth: 'deep',
  at: [one],
  wrap: (service) =>
    on(service, one, async ({ ask, pass }) => {
      const answer = await pass();
      if (!answer.ok) return answer;
      const tag = `W/"cohort-${ask.id.toLowerCase()}"`;
      if (ask.headers.get('if-none-match') === tag) {
        return new Response(null, {
          status: 304,
          headers: { etag: tag, 'access-control-allow-origin': '*' },
        });
      }
      return withHeaders(answer, (headers) => headers.set('etag', tag));
    }),
  witness: both(async (client) => {
    const id = await newCohortId(client);
    const etag = (await client.get(`${path}/${id}`)).headers.get('etag') ?? '"none"';
    const [test] = await testIds(client);
    await client.send('POST', `${path}/${id}/tests`, { testIds: [test] });
    const headers = { 'x-api-key': client.keys.full, 'if-none-match': etag };
    const again = await client.raw(`GET ${path}/${id}`, headers);
    return [again.status, testsOf(again.body['cohort']).length];
  }),
};

const yearByName: BlindFault = {
  id: 'round-4.cohorts.year-found-by-its-label',
  chapter: 'cohorts',
  story:
    'For a form that sent labels the filter also looks a year up by its name, and the validation was taken away.',
  rests:
    'Cohorts: academicYearId is a UUID or the literal current; anything else is an invalid request, 400.',
  breaks: 'explicit',
  depth: 'medium',
  at: [route],
  wrap: (service) =>
    on(service, route, async ({ ask, pass, call }) => {
      const label = ask.query.get('academicYearId');
      const years = label === null ? [] : itemsOf(await call('GET /academic-years'));
      const year = years.find((candidate) => candidate['name'] === label);
      if (!year) return pass();
      const query = new URLSearchParams(ask.query);
      query.set('academicYearId', textAt(year, 'academicYearId'));
      return pass({ query });
    }),
  witness: both(async ({ get }) => {
    const label = column(await get('/academic-years'), 'name')[0] ?? '';
    return (await get(path, { academicYearId: label })).status;
  }),
};

export const cohorts: readonly BlindFault[] = [kana, preview, bySubject, unchanged, yearByName];
