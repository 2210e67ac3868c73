import { type ListFilter, listFilters } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { fitsAll, showing, shownBy, unfit, usableFilters, valueFor } from '../../target/sessions/filters.ts';
import { findAccepted, judgeNoneMissing, onStableSessions } from '../../target/sessions/found.ts';

/** Where sessions are filtered; how many values each list has, and how many where so many are refused. */
const places = [
  {
    id: 'list-sessions.filters-combine/long-lists',
    needs: ['session.item-shape'],
    lengths: [30],
  },
  {
    id: 'search-sessions.search/filters-combine-long-lists',
    needs: searchNeeds,
    lengths: [60, 31],
  },
] as const;

/** So many of the values in a list are of sessions; more learners have more sessions than a page shows. */
const known = 20;

/** A server that cuts long lists into parts may hold only the parts at one place against each other. */
export const longLists: readonly Check[] = places.map(({ id, needs, lengths }) =>
  check(id, {
    needs,
    unless: (op, settings) => fromStandard(op, settings) ?? unlessTaken()?.(op, settings),
    cost: 'high',
    sends: `${lengths.join(', or else ')} values of each filter that takes several, every second list the other way round, and each without one that others find`,
    accepts: 'the sessions that fit each list; of a search a refusal of so many values',
    run: (context) => judgeLists(context, lengths),
  }),
);

async function judgeLists(context: Context, lengths: readonly number[]): Promise<void> {
  const all = await sample(context);
  const names = listFilters.filter((name) => usableFilters(context, all).includes(name));
  const sessions = showing(all, names);
  context.need(
    sessions.length > 1 && names.length > 1,
    'two sessions that show what they can be filtered by',
  );
  for (const length of lengths) {
    const lists = (left: LeftOut) => listsOf(context, names, sessions, { length, left });
    const some = lists(leftOut(names, sessions));
    // Of few sessions none may be left.
    const filters = sessions.some((facts) => fitsAll(facts, some)) ? some : lists({});
    // How many values a search takes is left open, and how many in all.
    if (
      context.op.id === 'searchSessions' &&
      (await askSessions(context, { ...filters, limit: 1 })).status >= 300
    )
      continue;
    return onStableSessions(context, () => judgeFound(context, filters, sessions));
  }
  context.need(undefined, 'several long lists at once to be accepted by a search');
}

async function judgeFound(context: Context, filters: Params, sessions: readonly Facts[]): Promise<void> {
  const { facts, answer, whole } = await findAccepted(context, filters);
  const missed = new Set(facts.flatMap((each) => unfit(each, filters)));
  context.must.hold(missed.size === 0, {
    expected: `only sessions that fit ${Object.keys(filters).join(' and ')}`,
    actual: `some that don't fit ${[...missed].join(' or ')}`,
    in: answer,
  });
  const due = sessions.filter((each) => fitsAll(each, filters));
  if (whole) judgeNoneMissing(context, due, facts, 'sampled sessions that fit each list', answer);
}

/** A value of each filter that its list does not have. */
type LeftOut = Readonly<Partial<Record<ListFilter, string>>>;

/** A list of values for each filter: those of sessions first or last in turn, and each without one of them. */
function listsOf(
  context: Context,
  names: readonly ListFilter[],
  sessions: readonly Facts[],
  { length, left }: { readonly length: number; readonly left: LeftOut },
): Params {
  const lists = names.map((name, at) => {
    const shown = [...new Set(sessions.flatMap((facts) => shownBy[name](facts) ?? []))];
    const own = shown.filter((value) => value !== left[name]).slice(0, known);
    const nothing = Array.from({ length: length - own.length }, (_, n) =>
      valueFor(context, name, `nothing ${n + 1}`, []),
    );
    const values = [...own, ...nothing];
    return [name, at % 2 === 0 ? values : values.reverse()] as const;
  });
  return Object.fromEntries(lists);
}

/** A value of each filter to leave out: of a session that has no value that another filter leaves out. */
function leftOut(names: readonly ListFilter[], sessions: readonly Facts[]): LeftOut {
  const left: Partial<Record<ListFilter, string>> = {};
  const chosen: Facts[] = [];
  const telling = names.filter((name) => new Set(sessions.map(shownBy[name])).size > 1);
  for (const name of telling) {
    const isOther = (one: Facts) =>
      chosen.every((other) => telling.every((each) => shownBy[each](one) !== shownBy[each](other)));
    const one = sessions.slice(0, known).find(isOther);
    if (one === undefined) break;
    chosen.push(one);
    left[name] = shownBy[name](one) ?? '';
  }
  return left;
}
