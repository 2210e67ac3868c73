/** The lists whose sessions have an end. Sessions in progress have none. */
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

/** The lists in which some session ends at the end of a month. No study session does. */
export const byMonthsEnd = ['listSessions', 'listCompletedSessions', 'searchSessions'] as const;
