import { json, refuse, withHeaders } from '../answers.ts';
import { both, itemsOf } from '../client.ts';
import { type BlindFault, on, type Service } from '../kit.ts';

const needed = 'Authentication 1 and 2: every endpoint requires a key; a request without a key gets 401.';

const searchOpen: BlindFault = {
  id: 'round-4.keys.session-search-let-through-as-public',
  chapter: 'keys',
  story:
    'A list of public paths holds one for searches of a help page, compared by its end: /sessions/search.',
  rests: needed,
  breaks: 'explicit',
  depth: 'medium',
  at: ['POST /smart-ia/sessions/search'],
  wrap: (service) => {
    let known = '';
    const watched = on(service, '*', async ({ ask, pass }) => {
      const answer = await pass();
      if (answer.ok && ask.path !== '/academic-years') known = ask.headers.get('x-api-key') ?? known;
      return answer;
    });
    return on(watched, 'POST /smart-ia/sessions/search', ({ ask, pass }) => {
      if (ask.headers.has('x-api-key')) return pass();
      const headers = new Headers(ask.headers);
      headers.set('x-api-key', known);
      return pass({ headers });
    });
  },
  witness: both(async ({ get, raw }) => {
    await get('/users', { limit: 1 });
    const json = { 'content-type': 'application/json' };
    return (await raw('POST /smart-ia/sessions/search', json, '{"search":{}}')).status;
  }),
};

const cookie: BlindFault = {
  id: 'round-4.keys.cookie-stands-for-the-key',
  chapter: 'keys',
  story:
    'The framework begins a session for every caller that was let in, and the guard asks the session first.',
  rests: needed,
  breaks: 'explicit',
  depth: 'deep',
  at: ['*'],
  wrap: (service) => {
    const sessions = new Map<string, string>();
    return on(service, '*', async ({ ask, pass }) => {
      const sent = /sid=(\w+)/.exec(ask.headers.get('cookie') ?? '')?.[1] ?? '';
      const held = sessions.get(sent);
      const headers = new Headers(ask.headers);
      if (held !== undefined && !headers.has('x-api-key')) headers.set('x-api-key', held);
      const answer = await pass({ headers });
      const key = ask.headers.get('x-api-key');
      if (!answer.ok || key === null || held !== undefined) return answer;
      const sid = `s${sessions.size}`;
      sessions.set(sid, key);
      return withHeaders(answer, (all) => all.set('set-cookie', `sid=${sid}; Path=/; HttpOnly`));
    });
  },
  witness: both(async ({ get, raw }) => {
    const first = await get('/classes', { limit: 1 });
    const jar = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return (await raw('GET /classes', { cookie: jar })).status;
  }),
};

const locked: BlindFault = {
  id: 'round-4.keys.valid-key-locked-out-after-bad-ones',
  chapter: 'keys',
  story:
    'A guard against guessing counts refused keys by address, and after five it refuses whatever comes next.',
  rests:
    'Errors and Authentication: 401 is for missing or invalid credentials, so a request with a valid key is answered.',
  breaks: 'explicit',
  depth: 'deep',
  at: ['*'],
  wrap: (service) => {
    let refused = 0;
    return on(service, '*', async ({ ask, pass }) => {
      const answer = await pass();
      if (answer.status === 401) {
        refused += 1;
        return answer;
      }
      const shut = refused >= 5;
      refused = 0;
      return shut ? refuse(ask, 401, 'Invalid credentials') : answer;
    });
  },
  witness: both(async ({ get, raw }) => {
    for (const end of 'abcde') await raw('GET /classes', { 'x-api-key': `not-a-key-${end}` });
    return (await get('/classes', { limit: 1 })).status;
  }),
};

const permission: BlindFault = {
  id: 'round-4.keys.permission-read-out-of-the-query',
  chapter: 'keys',
  story:
    'The rule "may read academic years" is a pattern that is tried on the whole address, query included.',
  rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
  breaks: 'explicit',
  depth: 'medium',
  at: ['GET /classes', 'GET /smart-ia/cohorts'],
  wrap: (service) => {
    let strong = '';
    return on(service, ['GET /classes', 'GET /smart-ia/cohorts'], async ({ ask, pass }) => {
      const answer = await pass();
      if (answer.ok) strong = ask.headers.get('x-api-key') ?? strong;
      if (answer.status !== 403 || !ask.query.has('academicYearId') || strong === '') return answer;
      const headers = new Headers(ask.headers);
      headers.set('x-api-key', strong);
      return pass({ headers });
    });
  },
  witness: both(async ({ get, raw, keys }) => {
    await get('/classes', { limit: 1 });
    const weak = { 'x-api-key': keys.restricted };
    return (await raw('GET /classes?academicYearId=current', weak)).status;
  }),
};

/** Answers equal requests that are under way at the same time with one call. */
function together(service: Service): Service {
  const underWay = new Map<string, Promise<{ status: number; headers: Headers; text: string }>>();
  return on(service, 'GET /smart-ia/tests', async ({ ask, pass }) => {
    const name = `${ask.path}?${ask.query}`;
    const load = async () => {
      const answer = await pass();
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    const shared = underWay.get(name) ?? load().finally(() => underWay.delete(name));
    underWay.set(name, shared);
    const { status, headers, text } = await shared;
    return new Response(text, { status, headers });
  });
}

const coalesced: BlindFault = {
  id: 'round-4.keys.request-joined-to-one-under-way',
  chapter: 'keys',
  story: 'To spare the database, equal addresses that are asked for at once share one answer, whoever asks.',
  rests: needed,
  breaks: 'explicit',
  depth: 'deep',
  at: ['GET /smart-ia/tests'],
  wrap: together,
  witness: both(async ({ get, raw }) => {
    const [known, nobody] = await Promise.all([get('/smart-ia/tests'), raw('GET /smart-ia/tests')]);
    return [known.status, nobody.status, itemsOf(nobody).length];
  }),
};

const hidden: BlindFault = {
  id: 'round-4.keys.study-sessions-hidden-from-weak-keys',
  chapter: 'keys',
  story:
    'The module of study sessions hides itself from callers that may not use it, as if there were no such path.',
  rests: 'Authentication 3: a request whose key lacks the needed permissions gets 403.',
  breaks: 'explicit',
  depth: 'shallow',
  at: ['GET /sessions/completed'],
  wrap: (service) =>
    on(service, 'GET /sessions/completed', async ({ pass }) => {
      const answer = await pass();
      return answer.status === 403 ? json(404, { status: 404, message: 'There is nothing here.' }) : answer;
    }),
  witness: both(
    async ({ raw, keys }) => (await raw('GET /sessions/completed', { 'x-api-key': keys.restricted })).status,
  ),
};

export const keys: readonly BlindFault[] = [searchOpen, cookie, locked, permission, coalesced, hidden];
