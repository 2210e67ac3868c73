import {
  type AccountState,
  type AccountStep,
  accountSequences,
} from '../../../generators/account-sequences.ts';
import type { Meanings } from '../../../generators/body.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Json } from '../body.ts';
import { settled } from '../groups/settled.ts';
import { turn } from './accepted.ts';
import { accountOf, making } from './account.ts';
import { alongWith, type Change, changes } from './change.ts';
import { changedFields } from './fields.ts';
import { emailMeanings, markOf, nameMeanings, request } from './request.ts';
import { readUser, settledUser, subjectOf } from './subject.ts';

/** How many values each operation has to choose from. */
const choices = 2;
/** How many steps a sequence has at most; those that make no sense where they stand are passed over. */
const longest = (scene: Scene) => (scene.runs < 12 ? 8 : 40);

/** One operation of a sequence: the values that it can set, and how they show. */
interface Part extends Pick<Change, 'op' | 'shows' | 'moves'> {
  readonly values: readonly Meanings[];
}

/** All that can be done to one account, in any order. */
export const sequenceChecks: readonly Check[] = [
  // Each change is seen, keeps what the earlier ones set, and changes nothing else.
  check('update-user-name.effect/in-sequence', {
    access: 'write',
    on: ['updateUserName'],
    needs: [making('student')],
    sends:
      'sequences of changes of name, address, external identifier and details, of disabling and enabling, on one account; a read after each',
    accepts: 'the last value of everything that the sequence set, and all else as it was',
    async run(scene) {
      const id = await subjectOf(scene, 'student');
      const parts = await partsOf(scene);
      let before: Json = {};
      let begun = 0;
      let seen = false;
      await scene.inSequence(
        accountSequences([...parts.map(({ op }) => op), ...turnsOf(scene)], choices, longest(scene)),
        {
          start: {},
          async begin() {
            await turn(scene, 'enableUser', id);
            begun += 1;
            before = await standing(scene, { id, parts, count: begun });
          },
          async act(step, expected) {
            await act(scene, { id, parts, before }, step, expected);
            seen ||= expected['disableUser'] === undefined;
          },
        },
        Math.ceil(scene.runs / 4) + 2,
      );
      await turn(scene, 'enableUser', id);
      scene.need(seen, 'a sequence with a step that can be seen: another seed, or more effort');
    },
  }),
];

/**
 * The account as a sequence finds it: with a value of everything that can be set, for what a change may destroy has to
 * be there. A fresh name is the barrier: once it shows, so does all that was sent before.
 */
async function standing(
  scene: Scene,
  { id, parts, count }: { readonly id: string; readonly parts: readonly Part[]; readonly count: number },
): Promise<Json> {
  const meanings = nameMeanings(scene, 'Ida', `Start ${count} ${markOf(scene)}`);
  await request(scene, accountOf('updateUserName'), id, meanings);
  const rename = scene.need(
    changes.find(({ op }) => op === 'updateUserName'),
    'a change of name',
  );
  await settledUser(scene, id, (user) => rename.shows(user, meanings, scene));
  const others = parts.filter(({ op }) => op !== rename.op);
  for (const { op, values } of others) await request(scene, accountOf(op), id, values[0] ?? {});
  const shown = (user: Json) => others.every(({ shows, values }) => shows(user, values[0] ?? {}, scene));
  return settledUser(scene, id, shown);
}

/** One account in a sequence: what can be done to it, and how it was at the beginning. */
interface Played {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly before: Json;
}

async function act(
  scene: Scene,
  { id, parts, before }: Played,
  { op, value }: AccountStep,
  expected: AccountState,
): Promise<void> {
  const part = parts.find((one) => one.op === op);
  const meanings = part?.values[value] ?? {};
  const sent = await alongWith(scene, { op }, meanings, async () => before);
  const answer = await request(scene, accountOf(op), id, sent);
  scene.need(answer.status < 300, `${op} with plain values to be accepted, got ${answer.status}`);
  // Whether a disabled user is still listed is left open.
  if (expected['disableUser'] !== undefined) return;
  const wrong = (user: Json) => wrongIn(scene, { parts, before, expected }, user);
  const seen = await settled(
    scene,
    () => readUser(scene, id),
    (user) => wrong(user).length === 0,
  );
  scene.must.hold(wrong(seen).length === 0, {
    expected: 'the last value of everything that was set, and all else as it was',
    actual: `not so: ${wrong(seen).join(', ')}`,
    in: answer,
  });
}

/** What a user does not show although it was set, and what has changed although nothing set it. */
function wrongIn(
  scene: Scene,
  { parts, before, expected }: Pick<Played, 'parts' | 'before'> & { readonly expected: AccountState },
  user: Json,
): readonly string[] {
  const set = parts.filter(({ op }) => expected[op] !== undefined);
  const unseen = set.filter(({ op, shows, values }) => !shows(user, values[expected[op] ?? 0] ?? {}, scene));
  const moved = changedFields(before, user, [...set.flatMap(({ moves }) => moves), 'username']);
  return [...unseen.map(({ op }) => `what ${op} set`), ...moved.map((name) => `\`${name}\``)];
}

/** The parts that the profile says how to send; the name is always among them. */
async function partsOf(scene: Scene): Promise<readonly Part[]> {
  const mark = markOf(scene);
  const coin = (value: string) => scene.world.coin(value);
  const values: Readonly<Record<string, () => Promise<readonly Meanings[]>>> = {
    'update-user-name.effect': async () => [
      nameMeanings(scene, 'Ada', `First ${mark}`),
      nameMeanings(scene, 'Zoë', `Second ${mark}`),
    ],
    'update-user-primary-email.effect': async () => [
      emailMeanings(scene, `one.${mark}@example.org`),
      emailMeanings(scene, `two.${mark}@example.org`),
    ],
    'set-user-external-id.effect': async () => [
      { externalId: coin(`one-${mark}`) },
      { externalId: coin(`two-${mark}`) },
    ],
    'update-student-details.date-of-birth': async () => [
      { dateOfBirth: coin('2001-02-03') },
      { dateOfBirth: coin('2004-02-29') },
    ],
  };
  const parts: Part[] = [];
  for (const { clause, op, shows, moves } of changes) {
    const some = values[clause];
    if (some && !scene.contract.isOpen(accountOf(op).gap))
      parts.push({ op, shows, moves, values: await some() });
  }
  return parts;
}

/** Disabling and enabling, where the profile says how to do both. */
function turnsOf(scene: Scene): readonly string[] {
  const turns = ['disableUser', 'enableUser'];
  return turns.every((op) => !scene.contract.isOpen(accountOf(op).gap)) ? turns : [];
}
