import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { itemsOf } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { minimal } from '../../target/minimal.ts';
import { factsIn, sample } from '../../target/sessions/facts.ts';
import { completedList } from '../../target/sessions/kinds.ts';

/** What browsers send for readers of some languages. */
const languages = {
  'Welsh and Polish': 'cy-GB,cy;q=0.9,pl;q=0.8',
  'German, French and Spanish': 'de-DE,de;q=0.9,fr;q=0.8,es;q=0.7',
} as const;

const draft = {
  access: 'read',
  on: ['listSessions', completedList],
  needs: ['session.item-shape', 'result.fields'],
} as const;

/** Chapter Result levels. */
export const resultLevels: readonly Check[] = [
  check('result-levels.format', {
    ...draft,
    accepts: 'one of the two special outputs as well',
    run: (context) =>
      judgeLevels(
        context,
        (level) => special.includes(level) || /^\S+ - \S+$/.test(level),
        'levels written as `[Level] - [Sub-Level]`, and the two special outputs',
      ),
  }),

  check('result-levels.values', {
    ...draft,
    run: (context) => judgeLevels(context, isLevel, 'the fifteen levels and the two special outputs'),
  }),

  check('result-levels.values/languages', {
    ...draft,
    unless: fromStandard,
    sends: `the minimal request of a reader of ${Object.keys(languages).join(', and of one of ')}`,
    accepts: 'a refusal that says so, or the fifteen levels and the two special outputs',
    async run(context) {
      const { op, send, must, need } = context;
      const control = levelsIn(context, await minimal(context, op));
      need(control.length > 0 && control.every(isLevel), 'a page that shows levels');
      for (const language of Object.values(languages)) {
        const answer = await send(op, {}, { headers: { 'accept-language': language } });
        if (answer.status === 406) continue;
        must(answer).have.status(200);
        const levels = levelsIn(context, answer);
        must.every(levels, isLevel, 'the fifteen levels and the two special outputs', answer);
      }
    },
  }),
];

/** The fifteen levels: three sub-levels of each of five. */
const common = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((sub) => `${level} - ${sub}`),
);
/** The two further outputs, of specific assessments. */
const special = ['NA', 'Entry - Below E3'];

function isLevel(level: string): boolean {
  return common.includes(level) || special.includes(level);
}

function levelsIn(context: Context, answer: Answer): readonly string[] {
  const items = answer.status === 200 ? itemsOf(context, answer) : [];
  return factsIn(context, context.op, items).flatMap(({ level }) => level ?? []);
}

async function judgeLevels(context: Context, holds: (level: string) => boolean, what: string): Promise<void> {
  const levels = (await sample(context)).map(({ level }) => level).filter((level) => level !== undefined);
  context.need(levels.length > 0, 'a result with a level');
  context.must.every(levels, holds, what, await minimal(context, context.op));
}
