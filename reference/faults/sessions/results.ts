import { duration } from '../../service/render/fields.ts';
import { refusal } from '../kit/breaks.ts';
import { type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { type Change, everySession, inside, isOfYearsEnd, isUngraded, sessionsWhere } from './session.ts';

const withResults = ['listSessions', 'listCompletedSessions'] as const;

/** Faults of results and of their levels (chapter Result levels). */
export const results: readonly Fault[] = [
  fault('result.calculated-date!local', {
    on: withResults,
    story: 'The date is formatted for people.',
    with: everySession(inside('result', (result) => ({ ...result, calculatedDate: '01/02/2024' }))),
  }),
  fault('result.calculated-date!at-a-years-end', {
    on: withResults,
    deep: true,
    story: 'The date of a result is missing where the job ran in another year than the session.',
    with: sessionsWhere(
      isOfYearsEnd,
      inside('result', ({ calculatedDate: _, ...rest }) => rest),
    ),
  }),
  fault('result.level!number', {
    on: withResults,
    story: 'The level is the number of the database.',
    with: everySession(inside('result', (result) => ({ ...result, level: 7 }))),
  }),
  fault('result.level!ungraded', {
    on: withResults,
    deep: true,
    story: 'A level that cannot be graded is left out.',
    with: sessionsWhere(
      isUngraded,
      inside('result', ({ level: _, ...rest }) => rest),
    ),
  }),
  fault('result.duration!seconds', {
    on: withResults,
    story: 'The duration is a number of seconds as text.',
    with: everySession(inside('result', (result) => ({ ...result, duration: '2100' }))),
  }),
  fault('result.duration!over-a-day', {
    on: withResults,
    deep: true,
    story: 'A duration of more than a day comes out as days and a clock.',
    with: everySession(
      inside('result', (result) => ({
        ...result,
        duration: String(result['duration']).startsWith('P1D') ? 'P1.02:00:00' : result['duration'],
      })),
    ),
  }),
  fault('result.duration/within', {
    on: withResults,
    story: 'Milliseconds are taken for seconds.',
    with: everySession(
      inside('result', (result, session) => ({ ...result, duration: aThousandfold(session) })),
    ),
  }),
  fault('result.duration/within!months', {
    on: withResults,
    deep: true,
    story: 'Where a duration is of minutes alone, they stand before the T, where months do.',
    with: everySession(
      inside('result', (result) => ({
        ...result,
        duration: String(result['duration']).replace(/^PT(\d+M)$/, 'P$1'),
      })),
    ),
  }),
  fault('result-levels.format!slash', {
    on: withResults,
    story: 'Level and sub-level are joined with a slash.',
    with: everySession(relevel((level) => level.replace(' - ', '/'))),
  }),
  fault('result-levels.format!no-spaces-at-higher', {
    on: withResults,
    deep: true,
    story: 'One of the labels was typed without its spaces.',
    with: everySession(relevel((level) => (level === 'L2 - Higher' ? 'L2-Higher' : level))),
  }),
  fault('result-levels.values!l3', {
    on: withResults,
    story: 'A level that the next release brings is given early.',
    with: everySession(relevel((level) => level.replace('L2', 'L3'))),
  }),
  fault('result-levels.values/languages!translated', {
    on: withResults,
    story: 'Labels go through the catalogue of translations, and levels stand in it.',
    with: inLanguage(/^cy|^de/, (level) => level.replace('Lower', 'Is')),
  }),
  fault('result-levels.values/languages!second-choice', {
    on: withResults,
    deep: true,
    story: 'Of the languages that a reader takes, French is the only one that somebody translated.',
    with: inLanguage(/\bfr\b/, (level) => level.replace(' - ', ' : ')),
  }),
  fault('result-levels.values/languages!not-found', {
    on: withResults,
    deep: true,
    story: 'The texts of a language are a file, and where there is none the page is not found.',
    with: async (request, service) =>
      /^cy|^de|\bfr\b/.test(request.headers.get('accept-language') ?? '')
        ? refusal(404, 'There is no such page.')
        : service(request),
  }),
  fault('result-levels.values!small-letter', {
    on: withResults,
    deep: true,
    story: 'One of the labels was typed with a small letter.',
    with: everySession(relevel((level) => (level === 'E2 - Middle' ? 'E2 - middle' : level))),
  }),
];

/** Shows other levels to readers who take some language. */
function inLanguage(language: RegExp, change: (level: string) => string): Break {
  const translated = everySession(relevel(change));
  return (request, service) =>
    language.test(request.headers.get('accept-language') ?? '')
      ? translated(request, service)
      : service(request);
}

function relevel(change: (level: string) => string): Change {
  return inside('result', (result) => ({ ...result, level: change(String(result['level'])) }));
}

/** The time from the start of a session to its end, as if its milliseconds were seconds. */
function aThousandfold({ startDate, endDate }: Json): string {
  return duration(1_000 * (Date.parse(String(endDate)) - Date.parse(String(startDate))));
}
