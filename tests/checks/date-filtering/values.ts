import fc from 'fast-check';
import {
  conflicts,
  type DateName,
  dates,
  legalOperators,
  type Operator,
  type Operators,
  operators,
} from '../../../generators/date-windows.ts';
import { type Form, moments, unreadableValue, written } from '../../../generators/moments.ts';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { itemsOf, text } from '../body.ts';
import { onGenerated } from '../generated.ts';
import { plain, plainParams } from '../given.ts';
import { thrifty } from '../pagination/looking.ts';
import { idsOf } from '../pagination/reading.ts';
import { refused } from '../pagination/refusals.ts';
import { dated, filtered, instantOf, sizeOf } from './dated.ts';

const whole = ['listSessions'];

/** What is accepted as a filter, and what is refused. */
export const values: readonly Check[] = [
  // Each of the eight operators is accepted by itself.
  check('date-filtering.operators-accepted', {
    access: 'read',
    on: whole,
    sends: 'each of the eight operators by itself',
    accepts: 'a success each time',
    async run(scene) {
      for (const [date, operator] of dates.flatMap((name) =>
        operators.map((each) => [name, each] as const),
      )) {
        scene
          .must(await ask(scene, { [date]: { [operator]: written(await base(scene), 'ISO 8601') } }))
          .be.accepted();
      }
    },
  }),

  // Operators that don't conflict are accepted in every combination, on one date and on both.
  check('date-filtering.range-accepted', {
    access: 'read',
    on: whole,
    sends: 'lower and upper operators together, on one date and on both',
    accepts: 'a success each time',
    async run(scene) {
      const from = await base(scene);
      scene.must(await ask(scene, paramsOf({ startDate: ['gte', 'lt'] }, from, 'ISO 8601'))).be.accepted();
      for (const where of [...dates, 'both dates'] as const) {
        await onGenerated(
          scene,
          fc.record({ operators: legalOperators(where), form: forms }),
          async ({ operators: chosen, form }) =>
            scene.must(await ask(scene, paramsOf(chosen, from, form))).be.accepted(),
          Math.ceil(scene.runs / 6),
        );
      }
    },
  }),

  ...(
    [
      ['gt', 'gte'],
      ['lt', 'lte'],
    ] as const
  ).map(conflict),

  // A value in the date-time form, and one that is a Unix timestamp, is accepted.
  ...(['ISO 8601', 'Unix'] as const).map((form) =>
    check(`date-filtering.value-${form === 'Unix' ? 'unix' : 'date-time'}`, {
      access: 'read',
      on: whole,
      sends: `values in the ${form} form, on either date`,
      accepts: 'a success each time',
      async run(scene) {
        const from = await base(scene);
        for (const date of dates) {
          for (const operator of thrifty(scene) ? (['gte'] as const) : operators) {
            scene.must(await ask(scene, { [date]: { [operator]: written(from, form) } })).be.accepted();
          }
        }
      },
    }),
  ),

  // A Unix timestamp counts seconds from the start of 1970 in UTC.
  check('date-filtering.unix-seconds', {
    access: 'read',
    on: whole,
    needs: ['session.item-shape'],
    sends: 'whole seconds shortly after sessions of the list, as `startDate[gte]` and `startDate[lt]`',
    accepts: 'sessions on the right side of that second, and on either side those that the sample has',
    run: (scene) => onSeconds(scene, judgeSeconds),
  }),

  // The same moment given as date-time and as Unix timestamp selects the same sessions.
  check('date-filtering.forms-agree', {
    access: 'read',
    on: whole,
    sends: 'each operator with one moment in both forms',
    accepts: 'the same sessions',
    run: formsAgree,
  }),

  // A filter value in neither of the two forms is refused.
  check('date-filtering.value-unreadable', {
    access: 'read',
    on: whole,
    sends: 'a readable value (accepted), then in its place words, and days and hours that no calendar has',
    accepts: '400 where it is listed, else some 4xx',
    async run(scene) {
      const from = await base(scene);
      const control = await ask(scene, { startDate: { gte: written(from, 'ISO 8601') } });
      scene.need(control.status < 300, 'a readable value to be accepted');
      for (const kind of ['no date', 'no such date'] as const) {
        await onGenerated(
          scene,
          fc.record({
            date: fc.constantFrom(...dates),
            operator: fc.constantFrom('gte' as const, 'gt' as const, 'lt' as const, 'lte' as const),
            value: unreadableValue(kind),
          }),
          async ({ date, operator, value }) =>
            refused(scene, await ask(scene, { [date]: { [operator]: value } })),
          Math.ceil(scene.runs / 3),
        );
      }
    },
  }),
];

const forms = fc.constantFrom<Form[]>('ISO 8601', 'Unix');

/** `gt` with `gte`, or `lt` with `lte`, on the same date is refused, whatever stands beside. */
function conflict(pair: readonly [Operator, Operator]): Check {
  const [one, other] = pair;
  return check(`date-filtering.${one}-with-${other}`, {
    access: 'read',
    on: whole,
    sends: `\`${one}\` and whatever stands beside it (accepted), then \`${other}\` on the same date as well`,
    accepts: '400 where it is listed, else some 4xx',
    async run(scene) {
      const from = await base(scene);
      for (const date of dates) {
        await onGenerated(
          scene,
          conflicts(date, pair),
          async ({ pair: [first, second], beside, form, same }) => {
            const accepted = paramsOf({ ...beside, [date]: [first, ...(beside[date] ?? [])] }, from, form);
            const control = await ask(scene, accepted);
            scene.need(control.status < 300, `\`${first}\` without \`${second}\` to be accepted`);
            const rival = written(from + (same ? 0 : 1000), form);
            const lower = second === 'gt' || second === 'gte';
            const value = same ? accepted[date]?.[first] : lower ? rival : written(from + 90_000, form);
            refused(scene, await ask(scene, { ...accepted, [date]: { ...accepted[date], [second]: value } }));
          },
          Math.ceil(scene.runs / 6),
        );
      }
    },
  });
}

/** Operators with values such that no range is empty: lower ones at the moment, upper ones a minute later. */
function paramsOf(
  chosen: Operators,
  from: number,
  form: Form,
): Record<string, Record<string, string | number>> {
  const filters = Object.entries(chosen).map(([date, set]) => {
    const values = set.map((operator): [Operator, string | number] => {
      const lower = operator === 'gt' || operator === 'gte';
      return [operator, written(lower ? from : from + 60_000, form)];
    });
    return [date, Object.fromEntries(values)];
  });
  return Object.fromEntries(filters);
}

async function ask(scene: Scene, params: Params): Promise<Answer> {
  return scene.send(scene.op, { ...(await plainParams(scene, scene.op)), limit: 1, ...params });
}

/** A whole second to filter by: that of a session's start where it can be read, else one in 2025. */
async function base(scene: Scene): Promise<number> {
  const items = itemsOf(scene, await plain(scene, scene.op));
  const start = Date.parse(text(items[0]?.['startDate']) ?? '');
  return Math.floor((Number.isNaN(start) ? Date.UTC(2025, 0, 15, 9) : start) / 1000) * 1000;
}

/** How long after a start the second lies that is asked for, and how far it has to be from any other start. */
const after = 2000;

async function onSeconds(scene: Scene, law: (scene: Scene, second: number) => Promise<void>): Promise<void> {
  const sessions = await dated(scene, 'startDate');
  const starts = sessions.map(({ instant }) => Math.floor(instant / 1000) * 1000 + after);
  const clear = starts.filter((second) =>
    sessions.every(({ instant }) => Math.abs(instant - second) >= 1000),
  );
  scene.need(clear.length > 0, 'a start that no other follows within seconds');
  await onGenerated(
    scene,
    moments(clear.length, ['on']),
    ({ session }) =>
      still(
        () => sizeOf(scene),
        () => law(scene, clear[session - 1] ?? 0),
      ),
    Math.ceil(scene.runs / 3),
  );
}

async function judgeSeconds(scene: Scene, second: number): Promise<void> {
  const sessions = await dated(scene, 'startDate');
  const seconds = written(second, 'Unix');
  for (const operator of ['gte', 'lt'] as const) {
    const { facts, answer, page } = await filtered(scene, { startDate: { [operator]: seconds } }, 20);
    const right = (instant: number) => (operator === 'gte' ? instant >= second : instant < second);
    const strays = facts.filter((each) => !right(instantOf(each, 'startDate') ?? second));
    const due = sessions.filter(({ instant }) => right(instant)).length;
    scene.must.hold(strays.length === 0 && (page.total ?? due) >= due, {
      expected: `at least ${due} sessions, all ${operator === 'gte' ? 'from that second on' : 'before that second'}`,
      actual: `${page.total} sessions, ${strays.length} of ${facts.length} on the other side`,
      in: answer,
    });
  }
}

/** How far a moment lies from a date of the target's, so that the fraction of its second is no matter. */
const aside = { 'half a minute before': -30_000, 'half a minute after': 30_000 } as const;

async function formsAgree(scene: Scene): Promise<void> {
  const sessions = await dated(scene, 'startDate');
  for (const where of ['half a minute before', 'half a minute after'] as const) {
    await onGenerated(
      scene,
      fc.record({
        date: fc.constantFrom<DateName[]>('startDate', 'endDate'),
        operator: fc.constantFrom<Operator[]>('gte', 'gt', 'lt', 'lte'),
        session: fc.integer({ min: 1, max: sessions.length }),
        where: fc.constant(where),
      }),
      ({ date, operator, session }) =>
        still(
          () => sizeOf(scene),
          async () => {
            const near = instantOf(sessions[session - 1] ?? {}, date) ?? sessions[session - 1]?.instant ?? 0;
            const moment = Math.floor(near / 1000) * 1000 + aside[where];
            await judgeForms(scene, date, operator, moment);
          },
        ),
      Math.ceil(scene.runs / 4),
    );
  }
}

async function judgeForms(scene: Scene, date: DateName, operator: Operator, moment: number): Promise<void> {
  const [iso, unix] = [
    await filtered(scene, { [date]: { [operator]: written(moment, 'ISO 8601') } }, 10),
    await filtered(scene, { [date]: { [operator]: written(moment, 'Unix') } }, 10),
  ];
  const same = iso.page.total === unix.page.total && idsOf(scene, iso).join() === idsOf(scene, unix).join();
  scene.must.hold(same, {
    expected: `the same sessions for both forms of one moment: ${iso.page.total} by ISO 8601`,
    actual: `${unix.page.total} by Unix timestamp, or others`,
    in: [iso.answer, unix.answer],
  });
}
