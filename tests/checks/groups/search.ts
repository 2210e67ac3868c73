import fc from 'fast-check';
import { type LetterCase, letterCases } from '../../../generators/letter-case.ts';
import { nameKinds, names } from '../../../generators/names.ts';
import { type NearName, nearNames } from '../../../generators/near-names.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { pageOf } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { onListedGroups } from '../../target/groups/as-known.ts';
import { groupOf } from '../../target/groups/group.ts';
import { mustFindOnlyThatName, needFound } from '../../target/groups/must-find.ts';
import { inOtherCase } from '../../target/groups/other-case.ts';
import { sameName } from '../../target/groups/same-name.ts';
import {
  forEachSampled,
  forEachSpelling,
  type Listed,
  listed,
  onStableList,
  type SampledGroup,
  sampleOf,
} from '../../target/groups/samples.ts';

/** Other letter cases of a name, those that change most first. */
const cases = Object.keys(letterCases) as LetterCase[];

/** The case that changes every letter of a name. */
const swapped: LetterCase = 'with each letter swapped';

/**
 * Texts that are nearly the name and must not find it. One of each kind stands first: a part, a pattern, more than the
 * name.
 */
const nearMisses: readonly NearName[] = [
  'without its last character',
  'with % for its end',
  'with _ for its last character',
  'with . for its last character',
  'its second half',
  'with a letter more',
  'without its first character',
  'its first half',
  'with a letter before it',
  'with * for its end',
  'with .* for its end',
  'between quotation marks',
];

/** `search` on the list of classes and on that of cohorts: an exact match on the name that ignores case. */
const findsListed: readonly Check[] = onListedGroups([
  ...checks(['list-classes.search', 'list-cohorts.search'], {
    run: (context) =>
      forEachSampled(context, (sampled) =>
        onStableList(context, (used) => mustFindOnlyThatName(used, sampled)),
      ),
  }),

  ...checks(['list-classes.search-whole-name', 'list-cohorts.search-whole-name'], {
    cost: 'high',
    sends: 'a search for a listed name (found), then for less, for more, and for patterns that fit it',
    async run(context) {
      const { kind } = groupOf(context.op);
      await forEachSpelling(context, nearMisses, async (sampled, spelling) => {
        const search = nearNames[spelling](sampled.name);
        if (search.trim() === '' || search !== search.trim() || sameName(search, sampled.name)) return;
        await onStableList(context, (used) => needListed(used, sampled));
        context.must.hold(!(await finds(context, sampled, search)), {
          expected: `no ${kind} of another name`,
          actual: `the ${kind} whose name is not what was searched for`,
        });
      });
    },
  }),

  ...checks(['list-classes.search-any-case', 'list-cohorts.search-any-case'], {
    cost: 'high',
    sends: 'a search for a listed name (found), then for the name in another letter case (A to Z only)',
    async run(context) {
      const { kind } = groupOf(context.op);
      const hasLetters = (await sampleOf(context)).some(({ name }) => /[A-Za-z]/.test(name));
      context.need(hasLetters, `a ${kind} whose name has a letter from A to Z`);
      await forEachSpelling(context, cases, (sampled, letterCase) =>
        onStableList(context, (used) => mustFindInCase(used, sampled, letterCase)),
      );
      // The one letter from A to Z whose case depends on the language that a server is set to.
      const dotted = (await sampleOf(context)).find(({ name }) => /i/i.test(name));
      if (dotted) await onStableList(context, (used) => mustFindInCase(used, dotted, swapped));
    },
  }),

  ...checks(['list-classes.search-any-case/beyond-ascii', 'list-cohorts.search-any-case/beyond-ascii'], {
    sends:
      'searches for listed names (found), then for the names with the case of their letters beyond A to Z changed',
    accepts: 'the same class or cohort; letters whose case languages disagree about stay as they are',
    run: mustIgnoreCaseBeyondAscii,
  }),
]);

/** The same, and `search` with what nothing is called. */
export const searchChecks: readonly Check[] = [
  ...findsListed,

  ...checks(['list-classes.search-no-match', 'list-cohorts.search-no-match'], {
    cost: 'high',
    sends:
      'searches for invented names, with letters and signs that searches trip over, and for those that the profile says nothing has',
    async run(context) {
      await forEachKind(context, nameKinds, names, (words) =>
        mustFindNothing(context, `Rollcall ${context.unknownId('nobody').slice(0, 8)} ${words}`),
      );
      const unused = context.world.fixtures.names ?? [];
      if (unused.length === 0) return;
      await context.forAll(
        fc.constantFrom(...unused.map((name) => context.world.synthetic(name))),
        (name) => mustFindNothing(context, name),
        Math.min(unused.length, context.runs),
      );
    },
  }),
];

async function mustFindNothing(context: Context, search: string): Promise<void> {
  const answer = await context.send(context.op, { search });
  context.must(answer).have.status(200);
  const { items, total } = pageOf(context, answer);
  const isFixture = (context.world.fixtures.names ?? []).includes(search);
  if (isFixture && items.some(({ name }) => sameName(name, search)))
    throw new ConfigurationError(
      '`fixtures.names` has a name that something on the target has; take it out, or name another',
    );
  context.must.equal(items.length, 0, 'the number of items', answer);
  context.must.equal(total, 0, '`total`', answer);
}

async function mustFindInCase(
  context: Context,
  sampled: SampledGroup,
  letterCase: LetterCase,
): Promise<void> {
  const search = letterCases[letterCase](sampled.name);
  if (search === sampled.name) return;
  await needListed(context, sampled);
  context.must.hold(await finds(context, sampled, search), {
    expected: `the ${groupOf(context.op).kind} that was found by its name as listed`,
    actual: 'a page without it',
  });
}

/** Whether a search finds it. Where more have the name than a page shows, what fits the name counts as found. */
async function finds(context: Context, sampled: SampledGroup, search: string): Promise<boolean> {
  return isFoundBy(sampled, search, await listed(context, { search }));
}

function isFoundBy(sampled: SampledGroup, search: string, { isWhole, shows }: Listed): boolean {
  return isWhole === false ? sameName(search, sampled.name) : shows(sampled);
}

/** The control of each spelling: the name as it is listed finds the class or cohort. */
async function needListed(context: Context, sampled: SampledGroup): Promise<void> {
  await needFound(context, sampled, (found) => isFoundBy(sampled, sampled.name, found));
}

async function mustIgnoreCaseBeyondAscii(context: Context): Promise<void> {
  const { kind } = groupOf(context.op);
  const others = (await sampleOf(context)).filter(({ name }) => inOtherCase(name) !== name);
  context.need(others.length > 0, `a ${kind} whose name has a letter beyond A to Z that has two cases`);
  for (const sampled of others.slice(0, context.byEffort({ quick: 1, standard: 4, deep: 12 })))
    await onStableList(context, async (used) => {
      await needListed(used, sampled);
      context.must.hold(await finds(used, sampled, inOtherCase(sampled.name)), {
        expected: `the ${kind} that was found by its name as listed`,
        actual: 'a page without it, where the case of letters beyond A to Z was changed',
      });
    });
}
