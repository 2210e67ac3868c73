import fc from 'fast-check';
import { malformedIds } from '../../../generators/malformed-ids.ts';
import { type ListFilter, listFilters, someValues } from '../../../generators/session-filters.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { pageOf } from '../../target/body.ts';
import { filtered, sizeOf, totalWith } from '../../target/dates/dated.ts';
import { onGenerated } from '../../target/generated.ts';
import { knownId } from '../../target/known-ids.ts';
import { isQuick } from '../../target/pages/samples.ts';
import { askSessions, searchNeeds, unlessTaken } from '../../target/sessions/ask.ts';
import { sample } from '../../target/sessions/facts.ts';
import { gapOf, meantBy, showing, shownBy, unfit } from '../../target/sessions/filters.ts';
import { refused } from '../pagination/refusals.ts';

const clauses: Readonly<Record<ListFilter, string>> = {
  userId: 'user-id',
  testId: 'test-id',
  subject: 'subject',
};

/** Where sessions are filtered by values: how its checks are called, and the gaps that they wait for. */
interface Home {
  readonly on: string;
  readonly id: (name: ListFilter) => string;
  readonly shown: readonly string[];
  readonly asked: readonly string[];
}

const homes: readonly Home[] = [
  {
    on: 'listSessions',
    id: (name) => `list-sessions.${clauses[name]}`,
    shown: ['session.item-shape'],
    asked: [],
  },
  // In the body of the search each filter is an array with a name of its own.
  {
    on: 'searchSessions',
    id: (name) => `search-sessions.search/${clauses[name]}s`,
    shown: searchNeeds,
    asked: searchNeeds,
  },
];

/** The filters that take several values: each by itself, repeated, without a match, and malformed. */
export const valueFilters: readonly Check[] = [
  ...homes.flatMap((home) => listFilters.flatMap((name) => ofFilter(home, name))),

  ...(['userId', 'testId'] as const).map((name) =>
    // A value that is not a UUID is refused.
    check(`list-sessions.${clauses[name]}-form`, {
      access: 'read',
      on: ['listSessions'],
      sends: `a \`${name}\` that is a UUID (accepted), then in its place text that is none, alone and beside it`,
      accepts: '400 where it is listed, else some 4xx',
      run: (context) => refusesForms(context, name),
    }),
  ),
];

function ofFilter({ on, id, shown, asked }: Home, name: ListFilter): readonly Check[] {
  const needs = [...shown, gapOf[name]];
  const common = { access: 'read', on: [on], unless: unlessTaken(name) } as const;
  return [
    // The filter keeps the sessions that have this value and no others.
    check(id(name), {
      ...common,
      needs,
      sends: `\`${name}\` with a value of one of the target's own sessions`,
      accepts: 'that session, and only sessions with this value',
      run: (context) => keepsOwn(context, name),
    }),

    // Given several times it keeps the sessions that fit any of the values, in any order, repeated ones included.
    check(`${id(name)}-repeated`, {
      ...common,
      needs,
      sends: `\`${name}\` with several values, some repeated, some that no session has; then each by itself`,
      accepts: 'as many sessions as the different values have by themselves, all with one of them',
      run: (context) => isUnion(context, name),
    }),

    // A well-formed value that no session has yields an empty page.
    check(`${id(name)}-no-match`, {
      ...common,
      needs: asked,
      sends: `\`${name}\` with values that no session has`,
      accepts: 'a page without items, and a total of 0',
      run: (context) => matchesNothing(context, name),
    }),
  ];
}

/** A malformed value among good ones is refused as it is alone. */
async function refusesForms(context: Context, name: 'userId' | 'testId'): Promise<void> {
  const known = await knownId(context, name);
  const control = await context.send(context.op, { [name]: [known], limit: 1 });
  context.need(control.status < 300, `a \`${name}\` that is a UUID to be accepted`);
  for (const before of isQuick(context) ? [[]] : [[], [known]]) {
    await onGenerated(
      context,
      malformedIds(),
      async (id) => refused(context, await context.send(context.op, { [name]: [...before, id], limit: 1 })),
      Math.ceil(context.runs / 4),
    );
  }
}

async function keepsOwn(context: Context, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(context), [name]);
  const values = new Set(sessions.map(shownBy[name]));
  context.need(values.size > 1, `two sessions that differ in their ${name}`);
  await onGenerated(
    context,
    fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
    ({ session }) =>
      onStableData(
        () => sizeOf(context),
        async () => {
          const value = meantBy(context, name, `session ${session}`, sessions);
          const params = { [name]: [value] };
          const found = await filtered(context, params);
          const strays = found.facts.filter((facts) => unfit(facts, params).length > 0).length;
          context.must.hold(strays === 0, {
            expected: `only sessions with this \`${name}\``,
            actual: `${strays} of ${found.facts.length} with another`,
            in: found.answer,
          });
          const due = sessions.filter((facts) => shownBy[name](facts) === value).map(({ id }) => id);
          const ids = new Set(found.facts.map(({ id }) => id));
          const missing = due.filter((id) => id !== undefined && !ids.has(id)).length;
          context.must.hold(!found.whole || missing === 0, {
            expected: `the ${due.length} sampled sessions with this \`${name}\``,
            actual: `${missing} of them missing`,
            in: found.answer,
          });
        },
      ),
    Math.ceil(context.runs / 3),
  );
}

async function isUnion(context: Context, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(context), [name]);
  context.need(sessions.length > 0, `a session that shows its ${name}`);
  // First a value beside one that no session has, then any.
  const mixed = fc.tuple(fc.constant('session 1' as const), fc.constant('nothing 1' as const));
  for (const values of [mixed, someValues(sessions.length)])
    await onGenerated(
      context,
      fc.record({ values }),
      ({ values: words }) =>
        onStableData(
          () => sizeOf(context),
          async () => {
            const values = words.map((whose) => meantBy(context, name, whose, sessions));
            const params = { [name]: values };
            const together = await filtered(context, params, 20);
            const parts = [];
            for (const value of different(values)) parts.push(await totalWith(context, { [name]: [value] }));
            // A session has one learner, one test and one subject, so the parts don't overlap.
            const sum = parts.reduce((all, { total }) => all + total, 0);
            context.must.hold(together.page.total === sum, {
              expected: `${sum} sessions for ${values.length} values of \`${name}\`, as many as for each by itself`,
              actual: `${together.page.total}`,
              in: [together, ...parts].map(({ answer }) => answer),
            });
            const strays = together.facts.filter((facts) => unfit(facts, params).length > 0).length;
            context.must.hold(strays === 0, {
              expected: `only sessions with one of the values of \`${name}\``,
              actual: `${strays} of ${together.facts.length} with another`,
              in: together.answer,
            });
          },
        ),
      // In the body of the search the same filters are asked for as in the query of the list.
      Math.ceil(context.runs / (context.op.body === undefined ? 3 : 12)),
    );
}

/** Values without those that differ in letter case only: a target may take them for the same. */
function different(values: readonly string[]): readonly string[] {
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}

async function matchesNothing(context: Context, name: ListFilter): Promise<void> {
  await onGenerated(
    context,
    fc.record({ values: fc.constantFrom(['nothing 1'] as const, ['nothing 1', 'nothing 2'] as const) }),
    async ({ values: words }) => {
      const values = words.map((whose) => meantBy(context, name, whose, []));
      const answer = await askSessions(context, { [name]: values });
      if (context.op.success === 200) context.must(answer).have.status(200);
      else context.must(answer).be.accepted();
      const page = pageOf(context, answer);
      context.must.hold(page.items.length === 0 && page.total === 0, {
        expected: `no sessions for a \`${name}\` that none has`,
        actual: `${page.items.length} items and a total of ${page.total}`,
        in: answer,
      });
    },
    Math.ceil(context.runs / 6),
  );
}
