import fc from 'fast-check';
import { malformedIds } from '../../../generators/malformed-ids.ts';
import { type ListFilter, someValues, type Whose } from '../../../generators/session-filters.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { onGenerated } from '../../target/generated.ts';
import { knownId } from '../../target/known-ids.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { fitsAll, gapOf, showing, shownBy, valueFor } from '../../target/sessions/filters.ts';
import {
  find,
  judgeNoneFound,
  judgeNoneMissing,
  judgeSameSessions,
  onStableSessions,
  totalWith,
} from '../../target/sessions/found.ts';

/** A filter that takes several values, on the list or on the search, and the ids of its checks. */
interface ValueFilter {
  readonly on: string;
  /** Its name on the list; the search has an array of the same meaning. */
  readonly name: ListFilter;
  readonly keeps: string;
  readonly repeated: string;
  readonly noMatch: string;
}

const filters: readonly ValueFilter[] = [
  {
    on: 'listSessions',
    name: 'userId',
    keeps: 'list-sessions.user-id',
    repeated: 'list-sessions.user-id-repeated',
    noMatch: 'list-sessions.user-id-no-match',
  },
  {
    on: 'listSessions',
    name: 'testId',
    keeps: 'list-sessions.test-id',
    repeated: 'list-sessions.test-id-repeated',
    noMatch: 'list-sessions.test-id-no-match',
  },
  {
    on: 'listSessions',
    name: 'subject',
    keeps: 'list-sessions.subject',
    repeated: 'list-sessions.subject-repeated',
    noMatch: 'list-sessions.subject-no-match',
  },
  {
    on: 'searchSessions',
    name: 'userId',
    keeps: 'search-sessions.search/user-ids',
    repeated: 'search-sessions.search/user-ids-repeated',
    noMatch: 'search-sessions.search/user-ids-no-match',
  },
  {
    on: 'searchSessions',
    name: 'testId',
    keeps: 'search-sessions.search/test-ids',
    repeated: 'search-sessions.search/test-ids-repeated',
    noMatch: 'search-sessions.search/test-ids-no-match',
  },
  {
    on: 'searchSessions',
    name: 'subject',
    keeps: 'search-sessions.search/subjects',
    repeated: 'search-sessions.search/subjects-repeated',
    noMatch: 'search-sessions.search/subjects-no-match',
  },
];

const idFilters = [
  { id: 'list-sessions.user-id-form', name: 'userId' },
  { id: 'list-sessions.test-id-form', name: 'testId' },
] as const;

/** The filters that take several values: with one value, several, one that no session has, and malformed ones. */
export const valueFilters: readonly Check[] = [
  ...filters.flatMap((filter) => {
    const { on, name } = filter;
    const isSearch = on === 'searchSessions';
    const asked = isSearch ? searchNeeds : [];
    const shown = [...(isSearch ? searchNeeds : ['session.item-shape']), gapOf[name]];
    const draft = { access: 'read', on: [on], unless: unlessTaken(name) } as const;
    return [
      check(filter.keeps, {
        ...draft,
        needs: shown,
        cost: isSearch ? 'high' : 'usual',
        run: (context) => keepsOwn(context, name),
      }),
      check(filter.repeated, {
        ...draft,
        needs: shown,
        cost: 'high',
        accepts: 'as many sessions as the different values have by themselves, in any order of the values',
        run: (context) => isUnion(context, name),
      }),
      check(filter.noMatch, {
        ...draft,
        needs: asked,
        cost: isSearch ? 'high' : 'usual',
        run: (context) => matchesNothing(context, name),
      }),
    ];
  }),

  ...idFilters.map(({ id, name }) =>
    check(id, {
      run: (context) => refusesMalformed(context, name),
    }),
  ),
];

async function keepsOwn(context: Context, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(context), [name]);
  const values = new Set(sessions.map(shownBy[name]));
  context.need(values.size > 1, `two sessions that differ in their ${name}`);
  await onGenerated(
    context,
    fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
    ({ session }) =>
      onStableSessions(context, (used) =>
        judgeValue(used, name, valueFor(context, name, `session ${session}`, sessions), sessions),
      ),
    context.byEffort({ quick: 2, standard: 4, deep: 20 }),
  );
  // Characters that separate parts of an address or of a list may be part of a value.
  const odd = [...values].find((value) => value !== undefined && /[&+;,/#%]/.test(value));
  if (odd === undefined || context.effort === 'quick') return;
  await onStableSessions(context, (used) => judgeValue(used, name, odd, sessions));
}

async function judgeValue(
  context: Context,
  name: ListFilter,
  value: string,
  sessions: readonly Facts[],
): Promise<void> {
  const params = { [name]: [value] };
  const { facts, answer, whole } = await find(context, params);
  context.must.every(facts, (each) => fitsAll(each, params), `sessions with this \`${name}\``, answer);
  if (!whole) return;
  const due = sessions.filter((each) => shownBy[name](each) === value);
  judgeNoneMissing(context, due, facts, `sampled sessions with this \`${name}\``, answer);
}

async function isUnion(context: Context, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(context), [name]);
  context.need(sessions.length > 0, `a session that shows its ${name}`);
  const known = fc.constant<readonly Whose[]>([...twoValues(sessions.map(shownBy[name])), 'nothing 1']);
  for (const values of [known, someValues(sessions.length)])
    await onGenerated(
      context,
      fc.record({ values }),
      ({ values: words }) =>
        onStableSessions(context, (used) =>
          judgeUnion(
            used,
            name,
            words.map((whose) => valueFor(context, name, whose, sessions)),
            sessions,
          ),
        ),
      // The search has the same filters as the list, and so is tried with fewer values.
      context.op.body === undefined
        ? context.byEffort({ quick: 2, standard: 4, deep: 20 })
        : context.share('few'),
    );
}

/**
 * Two sessions with different values, as far as there are: one of a value that comes again, and one of a value that comes
 * only after that. What is loaded once for each value and handed out in order goes astray there.
 */
function twoValues(values: readonly (string | undefined)[]): readonly Whose[] {
  const seconds = values.map((value, at) => values.indexOf(value, at + 1));
  const first = Math.max(
    seconds.findIndex((second) => second > 0),
    0,
  );
  const isOther = (value: unknown) => value !== values[first];
  const later = values.findIndex(
    (value, at) => at > (seconds[first] ?? 0) && isOther(value) && values.indexOf(value) === at,
  );
  const other = later < 0 ? values.findIndex(isOther) : later;
  return [first, other].flatMap((at) => (at < 0 ? [] : [`session ${at + 1}` as const]));
}

async function judgeUnion(
  context: Context,
  name: ListFilter,
  values: readonly string[],
  sessions: readonly Facts[],
): Promise<void> {
  const params = { [name]: values };
  const together = await find(context, params, 20);
  const parts = [];
  for (const value of different(values)) parts.push(await totalWith(context, { [name]: [value] }));
  // A session has one learner, one test and one subject, so the parts don't overlap.
  const sum = parts.reduce((all, { total }) => all + total, 0);
  context.must.hold(together.page.total === sum, {
    expected: `${sum} sessions for ${values.length} values of \`${name}\`, as many as for each by itself`,
    actual: `${together.page.total}`,
    in: [together, ...parts].map(({ answer }) => answer),
  });
  context.must.every(
    together.facts,
    (each) => fitsAll(each, params),
    `sessions with one of the values of \`${name}\``,
    together.answer,
  );
  judgeSameSessions(context, sessions, together.facts, together.answer);
}

/** Values without those that differ in letter case only: a target may take them for the same. */
function different(values: readonly string[]): readonly string[] {
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}

async function matchesNothing(context: Context, name: ListFilter): Promise<void> {
  await onGenerated(
    context,
    fc.record({ values: fc.constantFrom<(readonly Whose[])[]>(['nothing 1'], ['nothing 1', 'nothing 2']) }),
    async ({ values: words }) => {
      const values = words.map((whose) => valueFor(context, name, whose, []));
      const answer = await askSessions(context, { [name]: values });
      judgeNoneFound(context, answer, `a \`${name}\` that no session has`);
    },
    context.byEffort({ quick: 1, standard: 2, deep: 10 }),
  );
}

async function refusesMalformed(context: Context, name: 'userId' | 'testId'): Promise<void> {
  const known = await knownId(context, name);
  const control = await context.send(context.op, { [name]: [known], limit: 1 });
  context.need.accepted(control);
  for (const before of context.effort === 'quick' ? [[]] : [[], [known]]) {
    await onGenerated(
      context,
      malformedIds(),
      async (id) =>
        mustBeRefused(context, await context.send(context.op, { [name]: [...before, id], limit: 1 })),
      context.share('quarter'),
    );
  }
}
