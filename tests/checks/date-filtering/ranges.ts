import { type DateName, dates, type Range, ranges } from '../../../generators/date-windows.ts';
import { moments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { onGenerated } from '../generated.ts';
import { thrifty } from '../pagination/looking.ts';
import { takesDates } from '../sessions/asking.ts';
import {
  dated,
  datesNeeds,
  filtered,
  holds,
  instantAt,
  instantOf,
  runsFor,
  sizeOf,
  totalWith,
} from './dated.ts';

/** Operators together: ranges, both dates, and how the parts of a list make up the whole. */
export const together: readonly Check[] = [
  // A lower and an upper operator on the same date together select the range between them.
  check('date-filtering.range', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate'),
    needs: datesNeeds,
    sends: 'a lower and an upper operator on one date, each by itself and both together',
    accepts: 'only sessions within the range, and as many as the two bounds leave together',
    run: (scene) => onRanges(scene, judgeRange),
  }),

  // Operators on the start date and on the end date apply both.
  check('date-filtering.both-dates', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate') && takesDates(op, 'endDate'),
    needs: datesNeeds,
    sends: 'a range of start dates and a range of end dates that one session lies in',
    accepts: 'that session, and only sessions that lie in both ranges',
    run: bothDates,
  }),
];

async function onRanges(
  scene: Scene,
  law: (scene: Scene, date: DateName, from: number, to: number, range: Range) => Promise<void>,
): Promise<void> {
  const known = dates.filter((date) => takesDates(scene.op, date));
  for (const date of thrifty(scene) ? known.slice(0, 1) : known) {
    const sessions = await dated(scene, date);
    await onGenerated(
      scene,
      ranges(sessions.length),
      async (range) => {
        const ends = [instantAt(sessions, range.from), instantAt(sessions, range.to)].sort((a, b) => a - b);
        const [from = 0, to = 0] = ends;
        // A range from a moment to itself may be empty or refused, so the upper end lies a second further.
        await still(
          () => sizeOf(scene),
          () => law(scene, date, from, from === to ? to + 1000 : to, range),
        );
      },
      runsFor(scene, 4),
    );
  }
}

async function judgeRange(
  scene: Scene,
  date: DateName,
  from: number,
  to: number,
  range: Range,
): Promise<void> {
  const { must } = scene;
  const lower = { [range.lower]: written(from, 'ISO 8601') };
  const upper = { [range.upper]: written(to, 'ISO 8601') };
  const { facts, answer, page } = await filtered(scene, { [date]: { ...lower, ...upper } });
  const strays = facts.filter((each) => {
    const instant = instantOf(each, date);
    return instant !== undefined && !(holds[range.lower](instant, from) && holds[range.upper](instant, to));
  });
  must.hold(strays.length === 0, {
    expected: `only sessions whose \`${date}\` lies within the range`,
    actual: `${strays.length} of ${facts.length} outside`,
    in: answer,
  });
  const [below, above, all] = [
    await totalWith(scene, { [date]: upper }),
    await totalWith(scene, { [date]: lower }),
    await totalWith(scene, {}),
  ];
  const rest = await totalWith(scene, {
    [date]: { [range.lower === 'gt' ? 'lte' : 'lt']: written(from, 'ISO 8601') },
  });
  // Whoever lies below the upper end lies either below the lower end or in the range. Where sessions without an
  // end pass every filter on it, they count on both sides: what the two bounds have in common is the range.
  const due = new Set([below.total - rest.total, above.total + below.total - all.total]);
  must.hold(due.has(page.total ?? -1), {
    expected: `${[...due].join(' or ')} sessions in the range: ${below.total} lie below its upper end, ${rest.total} below its lower end`,
    actual: `${page.total}`,
    in: [answer, below.answer, above.answer, all.answer, rest.answer],
  });
}

async function bothDates(scene: Scene): Promise<void> {
  const { must } = scene;
  const sessions = (await dated(scene, 'endDate')).filter(
    (each) => instantOf(each, 'startDate') !== undefined,
  );
  scene.need(sessions.length > 0, 'a session with a start and an end');
  await onGenerated(
    scene,
    moments(sessions.length, ['on']),
    ({ session }) =>
      still(
        () => sizeOf(scene),
        async () => {
          const one = scene.need(sessions[session - 1], 'the session');
          const [start, end] = [instantOf(one, 'startDate') ?? 0, one.instant];
          const { facts, answer, whole } = await filtered(scene, {
            startDate: { gte: written(start, 'ISO 8601') },
            endDate: { lte: written(end, 'ISO 8601') },
          });
          const strays = facts.filter((each) => {
            const [began, ended] = [instantOf(each, 'startDate'), instantOf(each, 'endDate')];
            return (began !== undefined && began < start) || (ended !== undefined && ended > end);
          });
          must.hold(strays.length === 0, {
            expected: 'only sessions that start at or after the one moment and end at or before the other',
            actual: `${strays.length} of ${facts.length} that don't`,
            in: answer,
          });
          must.hold(!whole || one.id === undefined || facts.some(({ id }) => id === one.id), {
            expected: 'the session that the two moments are taken from',
            actual: `${facts.length} sessions without it`,
            in: answer,
          });
        },
      ),
    runsFor(scene, 2),
  );
}
