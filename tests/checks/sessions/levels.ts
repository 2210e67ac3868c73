import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { minimal } from '../../target/minimal.ts';
import { sample } from '../../target/sessions/facts.ts';
import { completedList } from '../../target/sessions/kinds.ts';

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
    run: (context) =>
      judgeLevels(
        context,
        (level) => common.includes(level) || special.includes(level),
        'the fifteen levels and the two special outputs',
      ),
  }),
];

/** The fifteen levels: three sub-levels of each of five. */
const common = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((sub) => `${level} - ${sub}`),
);
/** The two further outputs, of specific assessments. */
const special = ['NA', 'Entry - Below E3'];

async function judgeLevels(context: Context, holds: (level: string) => boolean, what: string): Promise<void> {
  const levels = (await sample(context)).map(({ level }) => level).filter((level) => level !== undefined);
  context.need(levels.length > 0, 'a result with a level');
  context.must.every(levels, holds, what, await minimal(context, context.op));
}
