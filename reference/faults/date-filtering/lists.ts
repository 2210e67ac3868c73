/** The lists of which the sessions have an end: nothing that goes on has one. */
export const withEnds = ['listSessions', 'listCompletedSessions', 'listStudySessions'] as const;

/** Where sessions are filtered by their start. */
export const byStart = [
  'listSessions',
  'listCompletedSessions',
  'listInProgressSessions',
  'listStudySessions',
  'searchSessions',
] as const;

/** Where sessions are filtered by their end. */
export const byEnd = [...withEnds, 'searchSessions'] as const;

/** Where some session ends with a month: no study session does. */
export const byMonthsEnd = ['listSessions', 'listCompletedSessions', 'searchSessions'] as const;
