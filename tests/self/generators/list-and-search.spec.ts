import { namesIn } from '../../../generators/filters.ts';
import { sessionQueries, userQueries } from '../../../generators/list-and-search.ts';
import { namesIn as sessionNamesIn } from '../../../generators/session-filters.ts';
import { keepsLaws } from './laws.ts';

const total = 300;

keepsLaws('requests for the list and the search', {
  arbitrary: userQueries(40, total),
  correct: ({ limit = 1, offset = 0 }) => limit >= 1 && limit <= 100 && offset >= 0 && offset <= total + 1,
  simplest: (request) => Object.keys(request).length === 1 && namesIn(request.filters).length === 0,
  boundaries: {
    'no filter': ({ filters }) => namesIn(filters).length === 0,
    'several filters': ({ filters }) => namesIn(filters).length >= 2,
    'neither page nor sort': (request) => Object.keys(request).length === 1,
    'page and sort': (request) => Object.keys(request).length === 4,
    'the last user': ({ offset }) => offset === total - 1,
    'past the last user': ({ offset }) => offset === total,
  },
});

keepsLaws('requests for the session list and the session search', {
  arbitrary: sessionQueries(40, total, ['userId', 'testId', 'status']),
  correct: ({ filters, limit = 1, offset = 0 }) =>
    limit >= 1 &&
    limit <= 100 &&
    offset >= 0 &&
    offset <= total + 1 &&
    sessionNamesIn(filters).every((name) => name !== 'subject' && name !== 'startDate'),
  simplest: (request) => Object.keys(request).length === 1 && sessionNamesIn(request.filters).length === 0,
  boundaries: {
    'no filter': ({ filters }) => sessionNamesIn(filters).length === 0,
    'all filters': ({ filters }) => sessionNamesIn(filters).length === 3,
    'neither page nor sort': (request) => Object.keys(request).length === 1,
    'page and sort': (request) => Object.keys(request).length === 4,
  },
});
