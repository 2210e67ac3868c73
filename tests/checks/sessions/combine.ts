import { type FilterName, filterSets } from '../../../generators/session-filters.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { fromStandard } from '../../target/effort.ts';
import { onGenerated } from '../../target/generated.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { type Facts, sample } from '../../target/sessions/facts.ts';
import { fitsAll, paramsOf, showing, unfit, usableFilters } from '../../target/sessions/filters.ts';
import {
  find,
  judgeNoneFound,
  judgeNoneMissing,
  judgeSameSessions,
  onStableSessions,
  totalWith,
} from '../../target/sessions/found.ts';
import { statusWords } from '../../target/sessions/status-words.ts';
import { label } from '../../target/users/unknown-values.ts';

/** Where sessions are filtered, and the ids of its checks. */
const places = [
  {
    status: 'list-sessions.status',
    statuses: 'list-sessions.filters-combine/statuses',
    noMatch: 'list-sessions.status/no-match',
    unknown: 'list-sessions.status/unknown',
    together: 'list-sessions.filters-combine',
    needs: ['session.item-shape'],
    cost: 'usual',
  },
  {
    status: 'search-sessions.search/status',
    statuses: 'search-sessions.search/filters-combine-statuses',
    noMatch: 'search-sessions.search/status-no-match',
    unknown: 'search-sessions.search/status-unknown',
    together: 'search-sessions.search/filters-combine',
    needs: searchNeeds,
    cost: 'high',
  },
] as const;

/** The filter by status, and several filters at once. */
export const combined: readonly Check[] = places.flatMap(
  ({ status, statuses, noMatch, unknown, together, needs, cost }) => [
    check(status, {
      needs: [...needs, 'list-sessions.status-values'],
      unless: unlessTaken('status'),
      cost,
      accepts: 'totals that add up to the whole as well',
      run: statusKeeps,
    }),

    check(noMatch, {
      needs: [...needs, 'list-sessions.status-values'],
      unless: (op, settings) => unlessTaken('status', 'userId')?.(op, settings),
      cost,
      sends:
        'a status with a learner without sessions; where the two are refused, each alone (both accepted)',
      accepts: 'a page without items, and a total of 0',
      run: statusOfNobody,
    }),

    check(unknown, {
      needs: [...needs, 'list-sessions.status-values'],
      unless: unlessTaken('status'),
      cost,
      sends: 'a status that does not exist',
      accepts: 'a refusal, or a page without items and with a total of 0',
      run: statusUnknown,
    }),

    // Whatever else is asked for, a session has one of the two statuses.
    check(statuses, {
      needs: [...needs, 'list-sessions.status-values'],
      unless: (op, settings) =>
        fromStandard(op, settings) ?? unlessTaken('status', 'testId', 'userId', 'subject')?.(op, settings),
      cost: 'high',
      sends: 'filters by test, learner and subject, each alone and with each of the two statuses',
      accepts: 'totals with the statuses that add up to the one without',
      run: statusesMakeUp,
    }),

    check(together, {
      needs,
      unless: unlessTaken(),
      cost: 'high',
      accepts: 'no fewer sessions without one of the filters, too',
      run: combine,
    }),
  ],
);

async function statusKeeps(context: Context): Promise<void> {
  const { words, areShown } = await statusWords(context);
  await onStableSessions(context, async () => {
    const all = await totalWith(context, {});
    const shown = new Set<string>();
    let sum = 0;
    for (const word of words) {
      const { facts, answer, page } = await find(context, { status: word });
      // What another word of the profile means, its sessions say; there may be none.
      const status = areShown
        ? word
        : facts.flatMap((each) => each.status ?? []).find((one) => !shown.has(one));
      const others = facts.filter((each) => each.status !== undefined && each.status !== status).length;
      context.must.hold(others === 0 && (facts.length > 0 || !areShown), {
        expected: 'sessions with the status asked for, and no others',
        actual: `${facts.length} sessions, ${others} of them with another status`,
        in: answer,
      });
      if (status !== undefined) shown.add(status);
      sum += page.total ?? 0;
    }
    context.must.hold(words.length < 2 || sum === all.total, {
      expected: `the totals of both statuses to make up the ${all.total} of the whole list`,
      actual: `${sum}`,
      in: all.answer,
    });
  });
}

async function statusesMakeUp(context: Context): Promise<void> {
  const all = await sample(context);
  const { words } = await statusWords(context);
  context.need(words.length > 1, 'sessions of both statuses');
  const isShown = all.some(({ testId, userId, subject }) => (testId ?? userId ?? subject) !== undefined);
  context.need(isShown, 'a session that shows its test, its learner or a subject');
  await onStableSessions(context, async () => {
    // The control: without any other filter the statuses make up the whole.
    const { total } = await totalWith(context, {});
    context.need((await sumOf(context, {}, words)) === total, 'two statuses that make up the whole list');
    for (const name of ['testId', 'userId', 'subject'] as const)
      for (const value of mostFrequent(all.flatMap((one) => one[name] ?? [])).slice(0, most)) {
        const filters = { [name]: [value] };
        const alone = await totalWith(context, filters);
        const sum = await sumOf(context, filters, words);
        context.must.hold(sum === alone.total, {
          expected: `the totals of both statuses to make up the ${alone.total} sessions of a \`${name}\``,
          actual: `${sum}`,
          in: alone.answer,
        });
      }
  });
}

async function sumOf(context: Context, filters: Params, words: readonly string[]): Promise<number> {
  let sum = 0;
  for (const status of words) sum += (await totalWith(context, { ...filters, status })).total;
  return sum;
}

/** How many values of each filter are tried. */
const most = 3;

/** The different values, those that come most often first. */
function mostFrequent(values: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

async function statusOfNobody(context: Context): Promise<void> {
  const [status] = (await statusWords(context)).words;
  const filters = { status, userId: [context.unknownId('a learner without sessions')] };
  const answer = await askSessions(context, { ...filters, limit: 1 });
  if (answer.status >= 300) {
    for (const name of ['status', 'userId'] as const)
      context.need.accepted(await askSessions(context, { [name]: filters[name], limit: 1 }));
  }
  judgeNoneFound(context, answer, 'a learner who has none, whatever their status');
}

async function statusUnknown(context: Context): Promise<void> {
  const { must, need, unknownId, world } = context;
  need((await sample(context)).length > 0, 'a session that could be found');
  const status = world.synthetic(label(unknownId('a status that does not exist')));
  const answer = await askSessions(context, { status, limit: 1 });
  if (answer.status >= 300) return must(answer).be.refused();
  judgeNoneFound(context, answer, 'a status that does not exist');
}

async function combine(context: Context): Promise<void> {
  const all = await sample(context);
  const names = usableFilters(context, all);
  const sessions = showing(all, names);
  context.need(sessions.length > 0 && names.length > 1, 'a session that shows what it can be filtered by');
  const strata: readonly (readonly FilterName[])[] = [
    ['status', 'testId'],
    ['startDate', 'subject', 'status'],
    ['userId', 'startDate'],
    ['status', 'userId'],
    names,
  ];
  for (const stratum of strata) {
    const chosen = stratum.filter((name) => names.includes(name));
    if (chosen.length < 2) continue;
    // An early start leaves most sessions, and hides that the filter by it is dropped.
    const fitting = chosen.includes('startDate') ? lateOnes(sessions) : sessions;
    await onGenerated(
      context,
      filterSets(fitting.length, chosen, stratum === names ? 2 : chosen.length),
      (set) => {
        const filters = paramsOf(context, set, fitting);
        // The added filter is asked for right after the others, which shows whether their answer is cached for it.
        const added = stratum.find((name) => filters[name] !== undefined) ?? 'status';
        return onStableSessions(context, () => judgeSet(context, { filters, added }, sessions));
      },
      context.byEffort({ quick: 1, standard: 2, deep: 10 }),
    );
    if (context.effort === 'quick') return;
  }
}

/** The half of some sessions that started last. */
function lateOnes(sessions: readonly Facts[]): readonly Facts[] {
  const startOf = ({ start }: Facts) => Date.parse(start ?? '');
  return sessions.toSorted((a, b) => startOf(a) - startOf(b)).slice(Math.floor(sessions.length / 2));
}

async function judgeSet(
  context: Context,
  { filters, added }: { readonly filters: Params; readonly added: FilterName },
  sessions: readonly Facts[],
): Promise<void> {
  const { must } = context;
  const { [added]: _, ...fewer } = filters;
  const wider = await find(context, fewer);
  const { facts, answer, page, whole } = await find(context, filters);
  const names = Object.keys(filters) as FilterName[];
  const missed = facts.flatMap((each) => unfit(each, filters));
  must.hold(missed.length === 0, {
    expected: `only sessions that fit ${names.join(' and ')}`,
    actual: `${missed.length} that don't fit ${[...new Set(missed)].join(' or ')}`,
    in: answer,
  });
  judgeSameSessions(context, sessions, facts, answer);
  // A session may have moved to the other status since it was sampled.
  if (whole && filters['status'] === undefined) {
    const due = sessions.filter((each) => fitsAll(each, filters));
    judgeNoneMissing(context, due, facts, `sampled sessions that fit ${names.join(' and ')}`, answer);
  }
  must.hold((page.total ?? 0) <= (wider.page.total ?? Number.POSITIVE_INFINITY), {
    expected: `at most the ${wider.page.total} sessions that there are without \`${added}\``,
    actual: `${page.total}`,
    in: [answer, wider.answer],
  });
}
