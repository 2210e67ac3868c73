import { expect } from '@playwright/test';
import { duration } from '../../../reference/service/render/fields.ts';
import { areCounted, isPossible, latestIn } from '../../target/sessions/duration.ts';
import type { Facts } from '../../target/sessions/facts.ts';
import { test } from '../plain-test.ts';

/* What tells a service that counts durations from the dates of its sessions from one that takes them from elsewhere. */

const minute = 60_000;

/** Sessions of so many milliseconds each, whose results tell these durations. */
function sessionsOf(spans: readonly number[], told: (span: number, at: number) => string): Facts[] {
  const start = Date.parse('2025-03-03T09:00:00.000Z');
  return spans.map((span, at) => ({
    item: {},
    id: undefined,
    start: new Date(start).toISOString(),
    end: new Date(start + span).toISOString(),
    status: undefined,
    result: {},
    user: undefined,
    test: undefined,
    userId: undefined,
    testId: undefined,
    subject: undefined,
    calculated: undefined,
    level: undefined,
    duration: told(span, at),
  }));
}

const alike = [30, 31, 32, 33, 34, 35, 36, 37].map((minutes) => minutes * minute + 7_000);
const unlike = [9, 17, 26, 38, 51, 64, 83, 118].map((minutes) => minutes * minute + 7_000);

const cases: readonly (readonly [what: string, sessions: Facts[], counted: boolean])[] = [
  ['durations to the second', sessionsOf(unlike, duration), true],
  ['durations in whole minutes', sessionsOf(unlike, (span) => `PT${Math.round(span / minute)}M`), true],
  ['seconds for milliseconds', sessionsOf(unlike, (span) => duration(1_000 * span)), true],
  [
    'a part that is wrong',
    sessionsOf(unlike, (span, at) => (at > 2 && at < 7 ? 'P3DT1H1M1S' : duration(span))),
    true,
  ],
  [
    'one duration for all, of which most are about as long',
    sessionsOf([...alike.slice(0, 5), 12 * minute], () => 'PT32M'),
    false,
  ],
  ['one duration for all, longer than each', sessionsOf(alike, () => 'PT45M'), false],
  ['whole hours beside sessions of an hour', sessionsOf(unlike, (_, at) => `PT${(at % 3) + 1}H`), false],
  ['durations by chance', sessionsOf(unlike, (_, at) => `PT${(at * 37) % 90}M`), false],
  ['no session', [], false],
];

for (const [what, sessions, counted] of cases)
  test(`of ${what}, it is said that they are ${counted ? '' : 'not '}counted from the dates`, () => {
    expect(areCounted(sessions)).toBe(counted);
  });

/** How long they can have been, whatever they are counted from. */
const lengths: readonly (readonly [what: string, sessions: Facts[], possible: boolean])[] = [
  ['durations to the second', sessionsOf(unlike, duration), true],
  ['durations in whole hours', sessionsOf(unlike, (_, at) => `PT${(at % 3) + 1}H`), true],
  ['durations that are longer than the sessions', sessionsOf(unlike, () => 'PT2H45M'), true],
  ['one of a day', sessionsOf(unlike, () => 'P1D'), true],
  ['seconds for milliseconds', sessionsOf(unlike, (span) => duration(1_000 * span)), false],
  ['months for minutes', sessionsOf(unlike, (span) => `P${Math.round(span / minute)}M`), false],
  ['what is no duration', sessionsOf(unlike, () => 'an hour'), true],
];

for (const [what, sessions, possible] of lengths)
  test(`${what} can${possible ? '' : 'not'} be`, () => {
    const latest = latestIn(sessions);

    expect(sessions.every((session) => isPossible(session, latest))).toBe(possible);
  });
