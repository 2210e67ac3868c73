import fc from 'fast-check';
import { type LetterCase, letterCases } from '../../../generators/letter-case.ts';
import { nameKinds, names } from '../../../generators/names.ts';
import { type NearName, nearNames } from '../../../generators/near-names.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { ConfigurationError } from '../../../harness/judging/outcome.ts';
import { pageOf, text } from '../../target/body.ts';
import { forEachKind } from '../../target/each-kind.ts';
import { type Group, idSet, type Known, sameName, sampleOf } from '../../target/groups/group.ts';
import { atRest, forEachKnown, forEachWay, listed } from '../../target/groups/samples.ts';

/** Ways to write a name in another case, those that change most first. */
const cases = Object.keys(letterCases) as LetterCase[];

/** Ways to miss a name, each kind of carelessness at the front: part, pattern, more. */
const misses: readonly NearName[] = [
  'without its last character',
  'with % for its end',
  'with _ for its last character',
  'its second half',
  'with a letter more',
  'without its first character',
  'its first half',
  'with a letter before it',
  'with * for its end',
  'with .* for its end',
  'between quotation marks',
];

/** `search` on the list of classes or of cohorts: an exact match on the name that ignores case. */
export function searchChecks(group: Group): Check[] {
  const { kind, many, list, clauses } = group;
  const on = [list];
  return [
    // `search` keeps the classes of that name and no others.
    check(`${clauses.list}.search`, {
      access: 'read',
      on,
      sends: `searches for the names of ${many} that the target listed`,
      accepts: `the ${kind} among what is found, and nothing of another name`,
      run: (context) =>
        forEachKnown(context, group, (known) =>
          atRest(context, group, () => findsByName(context, group, known)),
        ),
    }),

    // A part of a name, or a pattern that fits it, does not find the class.
    check(`${clauses.list}.search-whole-name`, {
      access: 'read',
      on,
      sends: `a search for a ${kind} by its name (found), then by less, by more, and by patterns that fit it`,
      accepts: `a page without that ${kind}`,
      run: (context) =>
        forEachWay(context, group, misses, async (known, way) => {
          const search = nearNames[way](known.name);
          if (search.trim() === '' || search !== search.trim() || sameName(search, known.name)) return;
          context.need(await finds(context, group, known, known.name), `the ${kind} to be found by its name`);
          context.must.hold(!(await finds(context, group, known, search)), {
            expected: `no ${kind} of another name`,
            actual: `the ${kind} whose name is not what was searched for`,
          });
        }),
    }),

    // Letter case makes no difference.
    check(`${clauses.list}.search-any-case`, {
      access: 'read',
      on,
      sends: `a search for a ${kind} by its name (found), then by its name in another letter case (A to Z only)`,
      accepts: `the same ${many} as before`,
      async run(context) {
        const lettered = (await sampleOf(context, group)).some(({ name }) => /[A-Za-z]/.test(name));
        context.need(lettered, `a ${kind} whose name has a letter from A to Z`);
        await forEachWay(context, group, cases, (known, way) =>
          atRest(context, group, () => findsInCase(context, group, known, way)),
        );
        await observeOtherScripts(context, group);
      },
    }),

    // What fits nothing is an empty page and no error.
    check(`${clauses.list}.search-no-match`, {
      access: 'read',
      on,
      sends:
        'searches for names that the run invented, with letters and signs that searches trip over, and for those that the profile says nothing has',
      accepts: '200 and an empty page',
      async run(context) {
        await forEachKind(context, nameKinds, names, (words) =>
          findsNothing(context, group, `Rollcall ${context.unknownId('nobody').slice(0, 8)} ${words}`),
        );
        const told = context.world.fixtures.names ?? [];
        if (told.length === 0) return;
        const some = fc.constantFrom(...told.map((name) => context.world.synthetic(name)));
        await context.forAll(
          some,
          (name) => findsNothing(context, group, name),
          Math.min(told.length, context.runs),
        );
      },
    }),
  ];
}

async function findsNothing(context: Context, { list }: Group, search: string): Promise<void> {
  const answer = await context.send(list, { search });
  context.must(answer).have.status(200);
  const { items, total } = pageOf(context, answer);
  if (
    (context.world.fixtures.names ?? []).includes(search) &&
    items.some(({ name }) => sameName(name, search))
  )
    throw new ConfigurationError(
      '`fixtures.names` has a name that something on the target has; take it out, or name another',
    );
  context.must.equal(items.length, 0, 'the number of items', answer);
  context.must.equal(total, 0, '`total`', answer);
}

async function findsByName(context: Context, group: Group, known: Known): Promise<void> {
  const { must } = context;
  const { page, answer } = await listed(context, group, { search: known.name });
  for (const item of page.items.filter((found) => text(found['name']) !== undefined)) {
    must.hold(sameName(item['name'], known.name), {
      expected: `only ${group.many} of the name that was searched for`,
      actual: 'one of another name',
      in: answer,
    });
  }
  const whole = page.total === undefined || page.total <= page.items.length;
  const there = idSet(context, group, answer).has(known.id.toLowerCase());
  must.hold(there || !whole, {
    expected: `the ${group.kind} that has this name`,
    actual: `${page.items.length} others`,
    in: answer,
  });
}

async function findsInCase(context: Context, group: Group, known: Known, way: LetterCase): Promise<void> {
  const search = letterCases[way](known.name);
  if (search === known.name) return;
  context.need(await finds(context, group, known, known.name), `the ${group.kind} to be found by its name`);
  context.must.hold(await finds(context, group, known, search), {
    expected: `the ${group.kind} that was found by its name as listed`,
    actual: 'a page without it',
  });
}

/** Whether a search gives the class; also when it is one of more of that name than fit on the page. */
async function finds(context: Context, group: Group, known: Known, search: string): Promise<boolean> {
  const { answer, page } = await listed(context, group, { search });
  const full = page.total !== undefined && page.total > page.items.length;
  return full ? sameName(search, known.name) : idSet(context, group, answer).has(known.id.toLowerCase());
}

/** Case beyond A to Z is a choice: noted where the sample has such a name. */
async function observeOtherScripts(context: Context, group: Group): Promise<void> {
  const other = (await sampleOf(context, group)).find(
    ({ name }) =>
      name.toUpperCase().toLowerCase() === name.toLowerCase() &&
      /[^\p{ASCII}]/u.test(name) &&
      beyondAscii(name) !== name,
  );
  if (!other) return;
  const found = await finds(context, group, other, beyondAscii(other.name));
  context.observe('list-classes.search-beyond-ascii', found ? 'ignored' : 'kept apart');
}

/** A name with the case of its letters beyond ASCII changed, and of no others. */
function beyondAscii(name: string): string {
  return name.replace(/[^\p{ASCII}]/gu, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
