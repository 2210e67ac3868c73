import fc from 'fast-check';
import { malformedIds } from '../../../generators/malformed-ids.ts';
import { type ListFilter, listFilters, someValues } from '../../../generators/session-filters.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { filtered, sizeOf, totalWith } from '../date-filtering/dated.ts';
import { onGenerated } from '../generated.ts';
import { knownId, plainParams } from '../given.ts';
import { refused } from '../pagination/refusals.ts';
import { sample } from './facts.ts';
import { meantBy, showing, shownBy, unfit } from './filters.ts';

const on = ['listSessions'];
const clauses: Readonly<Record<ListFilter, string>> = {
  userId: 'user-id',
  testId: 'test-id',
  subject: 'subject',
};
const gaps: Readonly<Record<ListFilter, string>> = {
  userId: 'session-user.fields',
  testId: 'session-test.fields',
  subject: 'session-test.fields',
};

/** The filters that take several values: each by itself, repeated, without a match, and malformed. */
export const valueFilters: readonly Check[] = [
  ...listFilters.flatMap((name) => [
    // The filter keeps the sessions that have this value and no others.
    check(`list-sessions.${clauses[name]}`, {
      access: 'read',
      on,
      needs: ['session.item-shape', gaps[name]],
      sends: `\`${name}\` with a value of one of the target's own sessions`,
      accepts: 'that session, and only sessions with this value',
      run: (scene) => keepsOwn(scene, name),
    }),

    // Given several times it keeps the sessions that fit any of the values, in any order, repeated ones included.
    check(`list-sessions.${clauses[name]}-repeated`, {
      access: 'read',
      on,
      needs: ['session.item-shape', gaps[name]],
      sends: `\`${name}\` with several values, some repeated, some that no session has; then each by itself`,
      accepts: 'as many sessions as the different values have by themselves, all with one of them',
      run: (scene) => isUnion(scene, name),
    }),

    // A well-formed value that no session has yields an empty page.
    check(`list-sessions.${clauses[name]}-no-match`, {
      access: 'read',
      on,
      sends: `\`${name}\` with values that no session has`,
      accepts: 'a page without items, and a total of 0',
      run: (scene) => matchesNothing(scene, name),
    }),
  ]),

  ...(['userId', 'testId'] as const).map((name) =>
    // A value that is not a UUID is refused.
    check(`list-sessions.${clauses[name]}-form`, {
      access: 'read',
      on,
      sends: `a \`${name}\` that is a UUID (accepted), then in its place text that is none`,
      accepts: '400 where it is listed, else some 4xx',
      async run(scene) {
        const control = await scene.send(scene.op, { [name]: [await knownId(scene, name)], limit: 1 });
        scene.need(control.status < 300, `a \`${name}\` that is a UUID to be accepted`);
        await onGenerated(
          scene,
          malformedIds(),
          async (id) => refused(scene, await scene.send(scene.op, { [name]: [id], limit: 1 })),
          Math.ceil(scene.runs / 3),
        );
      },
    }),
  ),
];

async function keepsOwn(scene: Scene, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(scene), [name]);
  scene.need(sessions.length > 0, `a session that shows its ${name}`);
  await onGenerated(
    scene,
    fc.record({ session: fc.integer({ min: 1, max: sessions.length }) }),
    ({ session }) =>
      still(
        () => sizeOf(scene),
        async () => {
          const value = meantBy(scene, name, `session ${session}`, sessions);
          const params = { [name]: [value] };
          const found = await filtered(scene, params);
          const strays = found.facts.filter((facts) => unfit(facts, params).length > 0).length;
          scene.must.hold(strays === 0, {
            expected: `only sessions with this \`${name}\``,
            actual: `${strays} of ${found.facts.length} with another`,
            in: found.answer,
          });
          const due = sessions.filter((facts) => shownBy[name](facts) === value).map(({ id }) => id);
          const ids = new Set(found.facts.map(({ id }) => id));
          const missing = due.filter((id) => id !== undefined && !ids.has(id)).length;
          scene.must.hold(!found.whole || missing === 0, {
            expected: `the ${due.length} sampled sessions with this \`${name}\``,
            actual: `${missing} of them missing`,
            in: found.answer,
          });
        },
      ),
    Math.ceil(scene.runs / 3),
  );
}

async function isUnion(scene: Scene, name: ListFilter): Promise<void> {
  const sessions = showing(await sample(scene), [name]);
  scene.need(sessions.length > 0, `a session that shows its ${name}`);
  // First a value beside one that no session has, then any.
  const mixed = fc.tuple(fc.constant('session 1' as const), fc.constant('nothing 1' as const));
  for (const values of [mixed, someValues(sessions.length)])
    await onGenerated(
      scene,
      fc.record({ values }),
      ({ values: words }) =>
        still(
          () => sizeOf(scene),
          async () => {
            const values = words.map((whose) => meantBy(scene, name, whose, sessions));
            const params = { [name]: values };
            const together = await filtered(scene, params, 20);
            const parts = [];
            for (const value of different(values)) parts.push(await totalWith(scene, { [name]: [value] }));
            // A session has one learner, one test and one subject, so the parts don't overlap.
            const sum = parts.reduce((all, { total }) => all + total, 0);
            scene.must.hold(together.page.total === sum, {
              expected: `${sum} sessions for ${values.length} values of \`${name}\`, as many as for each by itself`,
              actual: `${together.page.total}`,
              in: [together, ...parts].map(({ answer }) => answer),
            });
            const strays = together.facts.filter((facts) => unfit(facts, params).length > 0).length;
            scene.must.hold(strays === 0, {
              expected: `only sessions with one of the values of \`${name}\``,
              actual: `${strays} of ${together.facts.length} with another`,
              in: together.answer,
            });
          },
        ),
      Math.ceil(scene.runs / 3),
    );
}

/** Values without those that differ in letter case only: a target may take them for the same. */
function different(values: readonly string[]): readonly string[] {
  return [...new Map(values.map((value) => [value.toLowerCase(), value])).values()];
}

async function matchesNothing(scene: Scene, name: ListFilter): Promise<void> {
  await onGenerated(
    scene,
    fc.record({ values: fc.constantFrom(['nothing 1'] as const, ['nothing 1', 'nothing 2'] as const) }),
    async ({ values: words }) => {
      const values = words.map((whose) => meantBy(scene, name, whose, []));
      const answer = await scene.send(scene.op, { ...(await plainParams(scene, scene.op)), [name]: values });
      scene.must(answer).have.status(200);
      const { page } = await filtered(scene, { [name]: values });
      scene.must.hold(page.items.length === 0 && page.total === 0, {
        expected: `no sessions for a \`${name}\` that none has`,
        actual: `${page.items.length} items and a total of ${page.total}`,
        in: answer,
      });
    },
    Math.ceil(scene.runs / 6),
  );
}
