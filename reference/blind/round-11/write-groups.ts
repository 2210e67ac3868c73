import { allOf, edit, editItems, nothing, refuse, withText } from '../answers.ts';
import { both, column, itemsOf, newClassId, newCohortId, newUserId, testIds } from '../client.ts';
import { type BlindFault, fields, list, on, textAt, texts } from '../kit.ts';

/** Faults of classes and cohorts that show with some special input, or by a look at another operation. */
export const groups: readonly BlindFault[] = [
  {
    id: 'round-11.classes.new-one-not-found',
    chapter: 'classes',
    story: 'The search reads an index that a nightly job fills; a new class is in the table only.',
    rests: 'GET /classes: `search` is an exact match on the class name, so it finds the class just created.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes', 'GET /classes'],
    wrap: (service) => {
      const made = new Set<unknown>();
      const noting = on(service, 'POST /classes', async ({ pass }) =>
        edit(await pass(), (body) => {
          made.add(textAt(body, 'class', 'classId'));
          return body;
        }),
      );
      return on(noting, 'GET /classes', async ({ ask, pass }) => {
        const response = await pass();
        if (!ask.query.has('search')) return response;
        return edit(response, (body) => {
          const items = list(body['data']).map(fields);
          const data = items.filter((item) => !made.has(item['classId']));
          const pagination = fields(body['pagination']);
          const total = Number(pagination['total']) - (items.length - data.length);
          return { ...body, data, pagination: { ...pagination, total } };
        });
      });
    },
    witness: both(async (client) => {
      const name = client.word();
      await client.send('POST', '/classes', { class: { name } });
      return column(await client.get('/classes', { search: name }), 'name');
    }),
  },
  {
    id: 'round-11.classes.malformed-year-ignored',
    chapter: 'classes',
    story:
      'A value that cannot be converted becomes null on its way into the object, and null is the default.',
    rests:
      'CreateClass: `academicYearId` is a UUID; 400 for an invalid request. A text that is none is invalid.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', ({ ask, pass }) => {
        const { academicYearId, ...rest } = fields(ask.body['class']);
        const malformed = typeof academicYearId === 'string' && !/^[\da-f-]{36}$/i.test(academicYearId);
        return malformed ? pass({ body: { ...ask.body, class: rest } }) : pass();
      }),
    witness: both(async (client) => {
      const sent = { name: client.word(), academicYearId: 'next year' };
      return String((await client.send('POST', '/classes', { class: sent })).status);
    }),
  },
  {
    id: 'round-11.classes.underscore-conflicts',
    chapter: 'classes',
    story: 'Whether the name is taken is asked with ILIKE, to ignore case, and nobody escapes the wildcards.',
    rests: 'POST /classes: 409 when the class already exists; else 201. No class of that name is there.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /classes'],
    wrap: (service) =>
      on(service, 'POST /classes', async (line) => {
        const { ask, pass, call } = line;
        const { name, academicYearId } = fields(ask.body['class']);
        if (typeof name !== 'string' || name.length > 100 || !/[_%]/.test(name)) return pass();
        const query = new URLSearchParams({ academicYearId: String(academicYearId ?? 'current') });
        if ((await call(`GET /classes?${query}&limit=1`)).status !== 200) return pass();
        const like = [...name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')]
          .map((letter) => ({ '%': '.*', _: '.' })[letter] ?? letter)
          .join('');
        const pattern = new RegExp(`^${like}$`, 'is');
        const taken = (await allOf(line, '/classes', query)).some((one) => pattern.test(textAt(one, 'name')));
        return taken ? refuse(ask, 409, 'Class exists') : pass();
      }),
    witness: both(async (client) => {
      const word = client.word().replace(' ', '-');
      await client.send('POST', '/classes', { class: { name: `${word} 1` } });
      return String((await client.send('POST', '/classes', { class: { name: `${word}_1` } })).status);
    }),
  },
  {
    id: 'round-11.cohorts.name-of-digits',
    chapter: 'cohorts',
    story: 'The JSON is written with a flag that turns numeric texts into numbers.',
    rests: 'Cohort: `name` is a string.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'],
    wrap: (service) => {
      const numeric = (cohort: Record<string, unknown>) => {
        const name = textAt(cohort, 'name');
        return /^\d{1,15}$/.test(name) ? { ...cohort, name: Number(name) } : cohort;
      };
      const single = on(service, ['POST /smart-ia/cohorts', 'GET /smart-ia/cohorts/{id}'], async ({ pass }) =>
        edit(await pass(), (body) => ({ ...body, cohort: numeric(fields(body['cohort'])) })),
      );
      return on(single, 'GET /smart-ia/cohorts', async ({ pass }) => editItems(await pass(), numeric));
    },
    witness: both(async (client) => {
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: '2026' } });
      return typeof fields(made.body['cohort'])['name'];
    }),
  },
  {
    id: 'round-11.cohorts.removal-of-nothing-is-of-all',
    chapter: 'cohorts',
    story:
      'A condition is left out when its value is undefined: DELETE FROM cohort_tests WHERE cohort_id = ?.',
    rests: 'DELETE /smart-ia/cohorts/{cohortId}/tests: `testIds` is required; 400 without it.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests'],
    wrap: (service) =>
      on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const empty = ask.text.replace(/\s/g, '') === '{}';
        if ('testIds' in ask.body || (Object.keys(ask.body).length === 0 && !empty)) return pass();
        const { status, body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        if (status !== 200) return pass();
        const tests = list(fields(body['cohort'])['tests']);
        return pass({ body: { testIds: tests.map((test) => textAt(test, 'testId')) } });
      }),
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const [testId] = await testIds(client);
      await client.send('POST', `/smart-ia/cohorts/${cohortId}/tests`, { testIds: [testId] });
      const answer = await client.send('DELETE', `/smart-ia/cohorts/${cohortId}/tests`, {});
      const { body } = await client.get(`/smart-ia/cohorts/${cohortId}`);
      return `${answer.status} ${list(fields(body['cohort'])['tests']).length}`;
    }),
  },
  {
    id: 'round-11.tests.removed-from-everywhere',
    chapter: 'tests',
    story: 'Removal from a cohort sets the `deleted` mark of the test, where the assignment was meant.',
    rests: 'GET /smart-ia/tests lists the tests; removing one from a cohort ends the assignment alone.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['DELETE /smart-ia/cohorts/{id}/tests', 'GET /smart-ia/tests'],
    wrap: (service) => {
      const gone = new Set<string>();
      const removing = on(service, 'DELETE /smart-ia/cohorts/{id}/tests', async ({ ask, pass, call }) => {
        const { body } = await call(`GET /smart-ia/cohorts/${ask.id}`);
        const assigned = list(fields(body['cohort'])['tests']).map((test) => textAt(test, 'testId'));
        const response = await pass();
        const ids = texts(ask.body['testIds']).map((id) => id.toLowerCase());
        if (response.ok) for (const id of ids) if (assigned.includes(id)) gone.add(id);
        return response;
      });
      return on(removing, 'GET /smart-ia/tests', async ({ pass }) =>
        edit(await pass(), (body) => ({
          ...body,
          data: list(body['data']).filter((test) => !gone.has(textAt(test, 'testId'))),
        })),
      );
    },
    witness: both(async (client) => {
      const cohortId = await newCohortId(client);
      const [testId] = await testIds(client);
      const path = `/smart-ia/cohorts/${cohortId}/tests`;
      await client.send('POST', path, { testIds: [testId] });
      await client.send('DELETE', path, { testIds: [testId] });
      return String((await testIds(client)).length);
    }),
  },
  {
    id: 'round-11.years.default-sticks',
    chapter: 'years',
    story:
      'The year of a request is put into a setting of the service that the next request takes as default.',
    rests: 'CreateCohort: `academicYearId` defaults to the current academic year, whatever came before.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts'],
    wrap: (service) => {
      let last: unknown;
      return on(service, 'POST /smart-ia/cohorts', async ({ ask, pass }) => {
        const cohort = fields(ask.body['cohort']);
        const sent = cohort['academicYearId'];
        if (sent === undefined && last !== undefined && typeof cohort['name'] === 'string') {
          return pass({ body: { ...ask.body, cohort: { ...cohort, academicYearId: last } } });
        }
        const response = await pass();
        if (response.ok && sent !== undefined) last = sent;
        return response;
      });
    },
    witness: both(async (client) => {
      const years = itemsOf(await client.get('/academic-years'));
      const { body } = await client.get('/academic-years/current');
      const current = textAt(body, 'academicYear', 'academicYearId');
      const other = years.map((year) => textAt(year, 'academicYearId')).find((id) => id !== current);
      await newCohortId(client, { academicYearId: other });
      const made = await client.send('POST', '/smart-ia/cohorts', { cohort: { name: client.word() } });
      return String(textAt(made.body, 'cohort', 'academicYearId') === current);
    }),
  },
  {
    id: 'round-11.cohorts.class-taken-for-cohort',
    chapter: 'cohorts',
    story: 'Classes and cohorts are rows of one table of groups, and the look-up does not ask of which kind.',
    rests:
      'POST /smart-ia/cohorts/{cohortId}/students lists 404; Errors: 404 for a cohort that is not found.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['POST /smart-ia/cohorts/{id}/students'],
    wrap: (service) =>
      on(service, 'POST /smart-ia/cohorts/{id}/students', async ({ ask, pass, call }) => {
        const response = await pass();
        if (response.status !== 404) return response;
        return (await call(`GET /classes/${ask.id}`)).status === 200 ? nothing() : response;
      }),
    witness: both(async (client) => {
      const classId = await newClassId(client);
      const userIds = [await newUserId(client, 'student')];
      return String((await client.send('POST', `/smart-ia/cohorts/${classId}/students`, { userIds })).status);
    }),
  },
  {
    id: 'round-11.errors.unreadable-body-in-html',
    chapter: 'errors',
    story:
      'The parser of bodies fails before the error handler is in place, so the framework shows its own page.',
    rests: 'Errors: an error response takes one of two JSON formats.',
    breaks: 'explicit',
    depth: 'medium',
    at: ['*'],
    wrap: (service) =>
      on(service, '*', async ({ ask, pass }) => {
        const response = await pass();
        if (response.status !== 400 || ask.text === '' || isJson(ask.text)) return response;
        const page = '<!DOCTYPE html>\n<html><body><pre>SyntaxError: Unexpected token</pre></body></html>\n';
        return withText(response, page, { 'content-type': 'text/html; charset=utf-8' });
      }),
    witness: both(async (client) => {
      const headers = { 'x-api-key': client.keys.full, 'content-type': 'application/json' };
      const answer = await client.raw('POST /classes', headers, '{"class": {"name": ');
      return `${answer.status} ${answer.headers.get('content-type')} ${textAt(answer.body, 'status')}`;
    }),
  },
];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
