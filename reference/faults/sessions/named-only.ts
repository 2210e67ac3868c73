import { refusal } from '../kit/breaks.ts';
import { dropDate } from '../kit/date-filters.ts';
import { answerBody, type Fault, fault, faults, query } from '../kit/fault.ts';
import { isOnLaterPage, sessionsWhere } from './session.ts';

const study = ['listStudySessions'] as const;

/** Faults of the operations on sessions that the interface only names, and of study sessions. */
export const namedOnly: readonly Fault[] = [
  ...faults(
    {
      'list-completed-sessions.exists': 'listCompletedSessions',
      'list-in-progress-sessions.exists': 'listInProgressSessions',
      'search-sessions.exists': 'searchSessions',
      'list-study-sessions.exists': 'listStudySessions',
    },
    { story: 'The route was never deployed.', with: async () => refusal(404, 'There is no such route.') },
  ),
  fault('list-study-sessions.filtering!user-ignored', {
    on: study,
    story: 'The list knows dates only.',
    with: query((asked) => asked.delete('userId')),
  }),
  fault('list-study-sessions.filtering!end-ignored', {
    on: study,
    deep: true,
    story: 'The end is documented and never read.',
    with: query((asked) => dropDate(asked, 'endDate')),
  }),
  fault('list-study-sessions.completed!going-on', {
    on: study,
    story: 'A study session that goes on is listed too.',
    with: sessionsWhere(
      (_, index) => index === 1,
      () => ({ endDate: undefined }),
    ),
  }),
  fault('list-study-sessions.completed!on-later-pages', {
    on: study,
    deep: true,
    story: 'Pages after the first come from a table in which those that go on stand too.',
    with: sessionsWhere(isOnLaterPage, () => ({ endDate: undefined })),
  }),
  fault('named-only.answer-shape/schema', {
    on: ['searchSessions', 'listStudySessions', 'setUserExternalId'],
    story: 'The answer was renamed, and nobody told the clients.',
    with: answerBody((body) => {
      const [[name, value] = ['', {}], ...others] = Object.entries(body);
      return { [`${name}s`]: value, ...Object.fromEntries(others) };
    }),
  }),
];
