import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { minimal } from '../../target/minimal.ts';
import { sample } from '../../target/sessions/facts.ts';
import { completedList } from './kinds.ts';

/** The fifteen values: three sub-levels of each of five levels. */
const common = ['E1', 'E2', 'E3', 'L1', 'L2'].flatMap((level) =>
  ['Lower', 'Middle', 'Higher'].map((sub) => `${level} - ${sub}`),
);
/** The two further outputs of specific assessments. */
const special = ['NA', 'Entry - Below E3'];

/** Chapter Result levels. */
export const resultLevels: readonly Check[] = [
  // A level is written as level, space, hyphen, space, sub-level; the two special outputs are taken as they stand.
  onLevels(
    'result-levels.format',
    '`[Level] - [Sub-Level]`, or one of the two special outputs',
    (level) => special.includes(level) || /^\S+ - \S+$/.test(level),
  ),

  // A level is one of the fifteen, or one of the two special outputs.
  onLevels('result-levels.values', 'one of the fifteen levels, or one of the two special outputs', (level) =>
    [...common, ...special].includes(level),
  ),
];

function onLevels(id: string, what: string, holds: (level: string) => boolean): Check {
  return check(id, {
    access: 'read',
    on: ['listSessions', completedList],
    needs: ['session.item-shape', 'result.fields'],
    sends: 'the plainest request, and pages from the middle and the end of the list',
    accepts: `as level ${what}`,
    run: (context) => judgeLevels(context, what, holds),
  });
}

async function judgeLevels(context: Context, what: string, holds: (level: string) => boolean): Promise<void> {
  const levels = (await sample(context)).map(({ level }) => level).filter((level) => level !== undefined);
  context.need(levels.length > 0, 'a result with a level');
  const strays = levels.filter((level) => !holds(level)).length;
  context.must.hold(strays === 0, {
    expected: `each level to be ${what}`,
    actual: `${strays} of ${levels.length} that are something else`,
    in: await minimal(context, context.op),
  });
}
