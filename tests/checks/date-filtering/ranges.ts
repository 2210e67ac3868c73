import { type DateName, dates, type Range, ranges } from '../../../generators/date-windows.ts';
import { moments, written } from '../../../generators/moments.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { onGenerated } from '../generated.ts';
import { thrifty } from '../pagination/looking.ts';
import {
  type Dated,
  dated,
  filtered,
  holds,
  instantAt,
  instantOf,
  sizeOf,
  takesDates,
  totalWith,
} from './dated.ts';

/** Operators together: ranges, both dates, and how the parts of a list make up the whole. */
export const together: readonly Check[] = [
  // A lower and an upper operator on the same date together select the range between them.
  check('date-filtering.range', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate'),
    needs: ['session.item-shape'],
    sends: 'a lower and an upper operator on one date, each by itself and both together',
    accepts: 'only sessions within the range, and as many as the two bounds leave together',
    run: (scene) => onRanges(scene, judgeRange),
  }),

  // What lies after a moment and what lies at or before it are the whole: nothing twice, nothing lost.
  check('date-filtering.range/partition', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate'),
    needs: ['session.item-shape'],
    sends: 'the four operators at one moment, one after the other, and both inclusive ones together',
    accepts:
      'totals that add up: `gt` and `lte` to the same as `gte` and `lt`; `gte` is more than `gt` by those exactly on it',
    run: partition,
  }),

  // Operators on the start date and on the end date apply both.
  check('date-filtering.both-dates', {
    access: 'read',
    on: (op) => takesDates(op, 'startDate') && takesDates(op, 'endDate'),
    needs: ['session.item-shape'],
    sends: 'a range of start dates and a range of end dates that one session lies in',
    accepts: 'that session, and only sessions that lie in both ranges',
    run: bothDates,
  }),
];

async function onRanges(
  scene: Scene,
  law: (scene: Scene, date: DateName, from: number, to: number, range: Range) => Promise<void>,
): Promise<void> {
  for (const date of thrifty(scene) ? dates.slice(0, 1) : dates) {
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
      Math.ceil(scene.runs / 4),
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
  // Sessions without an end may pass every filter on it, so only starts can be counted up.
  if (date === 'endDate') return;
  const below = await totalWith(scene, { [date]: upper });
  const rest = await totalWith(scene, {
    [date]: { [range.lower === 'gt' ? 'lte' : 'lt']: written(from, 'ISO 8601') },
  });
  // Whoever starts below the upper end starts either below the lower end or in the range.
  must.hold(page.total === below.total - rest.total, {
    expected: `${below.total - rest.total} sessions in the range: ${below.total} up to its upper end less ${rest.total} below its lower end`,
    actual: `${page.total}`,
    in: [answer, below.answer, rest.answer],
  });
}

async function partition(scene: Scene): Promise<void> {
  for (const date of dates) {
    const sessions = await dated(scene, date);
    for (const among of thrifty(scene) ? shifts.slice(0, 1) : shifts) {
      await onGenerated(
        scene,
        moments(sessions.length, among),
        (moment) =>
          still(
            () => sizeOf(scene),
            () => judgePartition(scene, date, instantAt(sessions, moment), sessions),
          ),
        Math.ceil(scene.runs / 12),
      );
    }
  }
}

const shifts = [['on'], ['1 ms before', '1 ms after']] as const;

async function judgePartition(
  scene: Scene,
  date: DateName,
  instant: number,
  sessions: readonly Dated[],
): Promise<void> {
  const { must } = scene;
  const value = written(instant, 'ISO 8601');
  const at = async (filter: object) => totalWith(scene, { [date]: filter });
  const [gt, gte, lt, lte] = [
    await at({ gt: value }),
    await at({ gte: value }),
    await at({ lt: value }),
    await at({ lte: value }),
  ];
  const answers = [gt, gte, lt, lte].map(({ answer }) => answer);
  must.hold(gt.total + lte.total === gte.total + lt.total, {
    expected: `\`gt\` and \`lte\` to make up the same whole as \`gte\` and \`lt\` on \`${date}\``,
    actual: `${gt.total} + ${lte.total} and ${gte.total} + ${lt.total}`,
    in: answers,
  });
  const exactly = sessions.filter((each) => each.instant === instant).length;
  const difference = gte.total - gt.total;
  must.hold(exactly === 0 ? difference >= 0 : difference >= exactly, {
    expected: `\`gte\` to have at least ${exactly} sessions more than \`gt\` on \`${date}\`, those exactly on the moment`,
    actual: `${difference} more`,
    in: answers,
  });
  if (date === 'endDate') return;
  const all = await totalWith(scene, {});
  must.hold(gt.total + lte.total === all.total, {
    expected: `the ${all.total} sessions of the list, each either after the moment or not`,
    actual: `${gt.total} + ${lte.total}`,
    in: [...answers, all.answer],
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
    Math.ceil(scene.runs / 2),
  );
}
