import { lengths, places, valuesAt } from '../../../generators/every-place.ts';
import type { ListFilter } from '../../../generators/session-filters.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { onGenerated } from '../../target/generated.ts';
import { searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';
import { fitsAll, gapOf, shownBy, valueFor } from '../../target/sessions/filters.ts';
import { find, findAccepted, judgeNoneMissing, onStableSessions } from '../../target/sessions/found.ts';

/** The filters that take several values, on the list and on the search, and the ids of the checks about lists of them. */
const table: readonly { readonly name: ListFilter; readonly inList: string; readonly inSearch: string }[] = [
  {
    name: 'userId',
    inList: 'list-sessions.user-id-repeated/every-place',
    inSearch: 'search-sessions.search/user-ids-every-place',
  },
  {
    name: 'testId',
    inList: 'list-sessions.test-id-repeated/every-place',
    inSearch: 'search-sessions.search/test-ids-every-place',
  },
  {
    name: 'subject',
    inList: 'list-sessions.subject-repeated/every-place',
    inSearch: 'search-sessions.search/subjects-every-place',
  },
];

/** Each value of a list finds its sessions, wherever it stands in the list and however long the list is. */
export const everyPlace: readonly Check[] = table.flatMap(({ name, inList, inSearch }) =>
  [
    { id: inList, needs: ['session.item-shape', gapOf[name]] },
    { id: inSearch, needs: [...searchNeeds, gapOf[name]] },
  ].map(({ id, needs }) =>
    check(id, {
      needs,
      unless: (operation, settings) => unlessTaken(name)?.(operation, settings),
      sends: '30 values, those of sessions spread among others, then the same the other way round, and fewer',
      accepts: 'the sessions of each value, as many either way round',
      run: (context) => judgeEveryPlace(context, name),
    }),
  ),
);

async function judgeEveryPlace(context: Context, name: ListFilter): Promise<void> {
  const sessions = await sample(context);
  const values = sessions.flatMap((facts) => shownBy[name](facts) ?? []);
  const known = [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
  context.need(known.length > 0, `a session that shows its ${name}`);
  const judge = (asked: readonly string[]) =>
    onStableSessions(context, (used) => judgePlaces(used, name, asked));
  const unknown = (n: number) => valueFor(context, name, `nothing ${n}`, []);
  await judge(valuesAt({ length: 30, first: 0 }, known, unknown));
  await onGenerated(
    context,
    places(known.length, lengths.slice(1)),
    (where) => judge(valuesAt(where, known, unknown)),
    context.byEffort({ quick: 1, standard: 1, deep: 13 }),
  );
}

async function judgePlaces(context: Context, name: ListFilter, values: readonly string[]): Promise<void> {
  const params = { [name]: values };
  const { facts, page, answer, whole } = await findAccepted(context, params);
  context.must.every(
    facts,
    (each) => fitsAll(each, params),
    `sessions with one of the values of \`${name}\``,
    answer,
  );
  if (whole) {
    const due = (await sample(context)).filter((each) => shownBy[name](each) && fitsAll(each, params));
    return judgeNoneMissing(
      context,
      due,
      facts,
      `sampled sessions with one of ${values.length} values`,
      answer,
    );
  }
  // More than one page: what is lost at one place is then found at another.
  const turned = await find(context, { [name]: [...values.slice(1), ...values.slice(0, 1)].reverse() }, 1);
  context.must.hold(page.total === turned.page.total, {
    expected: `${page.total} sessions for ${values.length} values of \`${name}\`, in any order`,
    actual: `${turned.page.total} the other way round`,
    in: [answer, turned.answer],
  });
}
