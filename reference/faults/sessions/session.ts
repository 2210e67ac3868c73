import { defaultShapes } from '../../service/choices.ts';
import type { Break, Json } from '../kit/fault.ts';
import { type Asked, eachItem, keep, page } from '../kit/pages.ts';

/** Whether a session of a page is one that a team gets wrong. */
export type When = (session: Json, index: number, sessions: readonly Json[], asked: Asked) => boolean;

/** Fields that are shown in place of others; one that is undefined is not shown. */
export type Change = (session: Json, index: number, sessions: readonly Json[]) => Json;

/** Changes every session of a page. */
export function everySession(change: Change): Break {
  return sessionsWhere(() => true, change);
}

/** Changes some of the sessions of a page. */
export function sessionsWhere(when: When, change: Change): Break {
  return eachItem((session, index, sessions, asked) => {
    if (when(session, index, sessions, asked)) Object.assign(session, change(session, index, sessions));
  });
}

/** Leaves the other sessions out of a page, by default whatever the query is. */
export function onlySessions(
  keeps: (session: Json) => boolean,
  when: (asked: URLSearchParams) => boolean = () => true,
): Break {
  const pageOfThese = page((body) => keep(body, keeps));
  return (request, service) =>
    when(new URL(request.url).searchParams) ? pageOfThese(request, service) : service(request);
}

/** Changes the object in a field of a session, where there is one. */
export function inside(
  name: 'user' | 'test' | 'result',
  change: (object: Json, session: Json) => Json,
): Change {
  return (session) => {
    const object = session[name] as Json | null | undefined;
    return object ? { [name]: change(object, session) } : {};
  };
}

/** The third session of a page. */
export const isThird: When = (_, index) => index === 2;

/** One session of each page after the first hundred. */
export const isOnLaterPage: When = (_, index, _all, { offset = 0 }) => offset >= 100 && index === 1;

/** Whether a session has a result, as only completed ones have. */
export function hasResult(session: Json): boolean {
  return session['result'] !== null;
}

/** Whether a session is in progress. */
export function isInProgress(session: Json): boolean {
  return !hasResult(session);
}

/** Whether a session began on the last day of a year. */
export function isOfYearsEnd(session: Json): boolean {
  return String(session['startDate']).includes('-12-31');
}

/** Whether a session began in a certain month. */
export function isOfFebruary(session: Json): boolean {
  return String(session['startDate']).startsWith('2024-02');
}

/** Whether the test of a session is one of writing. */
export function isOfWriting(session: Json): boolean {
  return (session['test'] as Json | null)?.['subject'] === 'English Writing';
}

/** Whether the result of a session has no grade. */
export function isUngraded(session: Json): boolean {
  return (session['result'] as Json | null)?.['level'] === 'NA';
}

/** Whether a value is one of the two words for the status of a session. */
export function isStatus(value: unknown): boolean {
  return Object.values(defaultShapes.status).some((word) => word === value);
}
