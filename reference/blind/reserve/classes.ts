import { edit, withText } from '../answers.ts';
import { both, column, newClassId } from '../client.ts';
import { type BlindFault, fields, list, on, type Service, textAt } from '../kit.ts';
import { exact, findingBy, finds, route } from '../shared/classes.ts';

const chapter = 'classes';

export const classes: readonly BlindFault[] = [
  {
    id: 'reserve.classes.padded-comparison',
    chapter,
    story: 'Texts are padded with spaces before they are compared, as the standard of the database says.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy(
      () => true,
      (name, search) => name.trimEnd().toLowerCase() === search.trimEnd().toLowerCase(),
    ),
    witness: finds('Padding', 'Padding  '),
  },
  {
    id: 'reserve.classes.a-class-called-null',
    chapter,
    story: 'The binder of the query takes the text null for no value.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy(
      (search) => /^(null|undefined)$/i.test(search),
      () => true,
    ),
    witness: both(async (client) => {
      const names = column(await client.get('/classes', { search: 'NULL' }), 'name');
      return names.every((name) => name.toLowerCase() === 'null');
    }),
  },
  {
    id: 'reserve.classes.names-compared-as-numbers',
    chapter,
    story: 'Two texts that look like numbers are compared as numbers.',
    rests: exact,
    breaks: 'explicit',
    depth: 'deep',
    at: [route],
    wrap: findingBy(
      (search) => /^[\d.e+]+$/i.test(search) && Number.isFinite(Number(search)),
      (name, search) => /^[\d.e+]+$/i.test(name) && Number(name) === Number(search),
    ),
    witness: finds('0701', '701'),
  },
  {
    id: 'reserve.classes.conflict-sought-among-the-first-hundred',
    chapter,
    story:
      'Whether the class exists is looked up in the list of classes, whose default limit nobody thought of.',
    rests: 'POST of a class: 409 class already exists',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      twinning(service, async ({ ask, call }) => {
        const name = textAt(ask.body, 'class', 'name').toLowerCase();
        const { body } = await call('GET /classes?limit=100');
        return !list(body['data']).some((item) => textAt(item, 'name').toLowerCase() === name);
      }),
    witness: both(async (client) => {
      for (let n = 0; n < 101; n += 1) await newClassId(client);
      const body = { class: { name: client.word() } };
      await client.send('POST', '/classes', body);
      return (await client.send('POST', '/classes', body)).status;
    }),
  },
  {
    id: 'reserve.classes.names-escaped-on-the-way-in',
    chapter,
    story: 'A filter against script injection escapes texts before they are stored.',
    rests: exact,
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', ({ ask, pass }) => {
        const wanted = fields(ask.body['class']);
        const name = textAt(wanted, 'name');
        if (!/[&<>]/.test(name)) return pass();
        const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
        return pass({ body: { class: { ...wanted, name: escaped } } });
      }),
    witness: finds('Food & Drink', 'food & drink'),
  },
];

const mark = '\u2063';

/** A service that creates a class again where `again` says so, which the answers don't give away. */
function twinning(
  service: Service,
  again: (line: Parameters<Parameters<typeof on>[2]>[0]) => Promise<boolean>,
): Service {
  let twins = 0;
  const shown = on(service, ['GET /classes', 'GET /classes/{id}'], async ({ pass }) => {
    const response = await pass();
    return twins === 0 ? response : withText(response, (await response.text()).replaceAll(mark, ''));
  });
  return on(shown, 'POST /classes', async (line) => {
    const response = await line.pass();
    if (response.status !== 409 || !(await again(line))) return response;
    twins += 1;
    const wanted = fields(line.ask.body['class']);
    const name = textAt(wanted, 'name') + mark.repeat(twins);
    return edit(await line.pass({ body: { class: { ...wanted, name } } }), (body) => ({
      class: { ...fields(body['class']), name: textAt(wanted, 'name') },
    }));
  });
}
