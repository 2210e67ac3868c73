import { objects, remembering } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json, query } from '../kit/fault.ts';

/** Faults of what a session is about, and of filters that meet another one. */
export const about: readonly Fault[] = [
  fault('list-sessions.filters-combine!kept-page', {
    on: ['listSessions'],
    deep: true,
    story: 'Pages are kept by learner for a moment, and the status is no part of what they are kept under.',
    with: keptPages(),
  }),
  fault('list-sessions.user-id-repeated!dealt', {
    on: ['listSessions'],
    deep: true,
    story: 'Learners are loaded once each and handed to the sessions one by one.',
    with: dealt,
  }),
  fault('list-sessions.subject!ampersand', {
    on: ['listSessions'],
    deep: true,
    story: 'A gateway decodes the query before it passes it on, and a sign in a value parts two parameters.',
    with: query((query) => {
      const subjects = query.getAll('subject');
      query.delete('subject');
      for (const subject of subjects) query.append('subject', subject.split('&')[0] ?? '');
    }),
  }),
];

function keptPages(): Break {
  return remembering(() => {
    const kept = new Map<string, Json>();
    return async (request, service) => {
      const response = await service(request);
      const { searchParams } = new URL(request.url);
      if (!response.ok || !searchParams.has('userId')) return response;
      searchParams.delete('status');
      const page = kept.get(String(searchParams)) ?? ((await response.clone().json()) as Json);
      kept.set(String(searchParams), page);
      return answer(response, page);
    };
  });
}

async function dealt(request: Request, service: Parameters<Break>[1]): Promise<Response> {
  const response = await service(request);
  if (!response.ok || new URL(request.url).searchParams.getAll('userId').length < 2) return response;
  const body = (await response.json()) as Json;
  const sessions = objects(body['data']);
  const users = [...new Map(sessions.map(({ user }) => [(user as Json)['userId'], user])).values()];
  const data = sessions.map((session, at) => ({ ...session, user: users[at] ?? session['user'] }));
  return answer(response, { ...body, data });
}
