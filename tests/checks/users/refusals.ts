import { type MalformedAmong, malformedAmong } from '../../../generators/user-defects.ts';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { pageOf } from '../body.ts';
import { inOurWords } from './people.ts';

const places = [
  ['listUsers', 'list-users.'],
  ['searchUsers', 'search-users.search-'],
] as const;

/** What the list and the search refuse (chapter Users). */
export const refusals: readonly Check[] = [
  ...places.flatMap(([operation, clause]) => [
    // A value that is no UUID is refused, wherever it stands among others.
    check(operation === 'listUsers' ? 'list-users.user-id-form' : 'search-users.search-user-ids-form', {
      access: 'read',
      on: [operation],
      sends: 'identifiers that nobody has (accepted), then the same with one that is no UUID among them',
      accepts: operation === 'listUsers' ? '400' : 'a refusal (4xx)',
      run: (scene) =>
        scene.forAll(malformedAmong(), (among) => judgeMalformed(scene, among), Math.ceil(scene.runs / 2)),
    }),

    // Text without an at sign is an address in no reading; whether it is refused, the profile says.
    check(`${clause}email-form`, {
      access: 'read',
      on: [operation],
      sends: 'an address that nobody has (accepted), then the same without its at sign',
      accepts: 'a refusal, or an empty page where the profile says so',
      run: judgeEmailForm,
    }),
  ]),

  // A name has at least one character. In a query, a parameter without a value may also count as none.
  check('list-users.name-minimum', {
    access: 'read',
    on: ['listUsers'],
    sends: 'a name of one character (accepted), then an empty name; by itself and beside another filter',
    accepts: '400 each time, or each time the page that comes without a name',
    async run(scene) {
      const beside = { userId: [scene.world.coin(scene.invent('nobody'))] };
      const alone = await readEmptyName(scene, {});
      scene.must.equal(await readEmptyName(scene, beside), alone, 'an empty name beside another filter');
      scene.observe('list-users.name-empty', alone);
    },
  }),

  check('search-users.search-name-minimum', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'a name of one character (accepted), then an empty name; by itself and beside another filter',
    accepts: 'a refusal (4xx)',
    async run(scene) {
      await judgeEmptyName(scene, {});
      await judgeEmptyName(scene, { userIds: [scene.world.coin(scene.invent('nobody'))] });
    },
  }),

  // An invalid query is answered with 400, whatever is wrong with it.
  check('list-users.bad-request', {
    access: 'read',
    on: ['listUsers'],
    sends:
      'a plain query (accepted), then one with an identifier that is no UUID, and one with an empty name',
    accepts: '400; 200 as well for the empty name, which may count as none',
    async run(scene) {
      const { send, op, must, need } = scene;
      const known = scene.invent('nobody');
      need(
        (await send(op, { userId: [known] })).status === 200,
        'an identifier that nobody has to be accepted',
      );
      must(await send(op, { userId: [scene.world.coin('not-a-uuid')] })).have.status(400);
      must(await send(op, { name: '' })).have.status(400, 200);
    },
  }),

  // The search needs its body.
  check('search-users.body-required', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'an empty search (accepted), then the same request without a body',
    accepts: 'a refusal (4xx)',
    async run({ send, op, must, need }) {
      need((await send(op, { search: {} })).status === 200, 'an empty search to be accepted');
      must(await send(op)).be.refused();
    },
  }),
];

/** The name under which the operation takes user identifiers. */
function usersBy(scene: Scene): string {
  return scene.op.id === 'searchUsers' ? 'userIds' : 'userId';
}

/** Sends filters where the operation takes them. */
function sendFilters(scene: Scene, filters: Params): Promise<Answer> {
  return scene.send(scene.op, scene.op.id === 'searchUsers' ? { search: filters } : filters);
}

/** The refusal that the interface states: 400 where it is listed, else some 4xx. */
function judgeRefused(scene: Scene, answer: Answer): void {
  if (scene.op.id === 'listUsers') scene.must(answer).have.status(400);
  else scene.must(answer).be.refused();
}

async function judgeMalformed(scene: Scene, among: MalformedAmong): Promise<void> {
  inOurWords(scene, among);
  const nobodies = (count: number, where: string) =>
    Array.from({ length: count }, (_, index) => scene.world.invent(`nobody ${index} ${where}`));
  const before = nobodies(among.wellFormedBefore, 'before');
  const after = nobodies(among.wellFormedAfter, 'after');
  const instead = scene.world.invent('nobody instead');

  const control = await sendFilters(scene, { [usersBy(scene)]: [...before, instead, ...after] });
  scene.need(control.status === 200, 'identifiers that nobody has to be accepted');
  const malformed = scene.world.coin(among.malformed);
  judgeRefused(scene, await sendFilters(scene, { [usersBy(scene)]: [...before, malformed, ...after] }));
}

async function judgeEmailForm(scene: Scene): Promise<void> {
  const name = scene.invent('email').slice(0, 8);
  const control = await sendFilters(scene, { email: scene.world.coin(`rollcall.${name}@example.org`) });
  scene.need(control.status === 200, 'an address that nobody has to be accepted');

  const answer = await sendFilters(scene, { email: scene.world.coin(`rollcall.${name}.example.org`) });
  const reading = scene.reading('list-users.email-grammar');
  if (reading === 'refused') return judgeRefused(scene, answer);
  scene.need(reading === 'no match', 'the reading `list-users.email-grammar` to be `refused` or `no match`');
  scene.must(answer).have.status(200);
  scene.must.equal(pageOf(scene, answer).items.length, 0, 'the number of users found', answer);
}

async function judgeEmptyName(scene: Scene, beside: Params): Promise<void> {
  const control = await sendFilters(scene, { ...beside, name: scene.world.coin('a') });
  scene.must(control).have.status(200);
  judgeRefused(scene, await sendFilters(scene, { ...beside, name: '' }));
}

/** How an empty name in a query is read: refused, or as if there were none. Anything else breaks the clause. */
async function readEmptyName(scene: Scene, beside: Params): Promise<'refused' | 'no filter'> {
  const { must, op, send } = scene;
  must(await sendFilters(scene, { ...beside, name: scene.world.coin('a') })).have.status(200);
  const limit = 1;
  const withoutName = async () => pageOf(scene, await send(op, { ...beside, limit }));
  return still(
    async () => (await withoutName()).total,
    async () => {
      const answer = await send(op, { ...beside, limit, name: '' });
      must(answer).have.status(400, 200);
      if (answer.status === 400) return 'refused';
      const [found, all] = [pageOf(scene, answer), await withoutName()];
      must.equal(found.items.length, all.items.length, 'the number of users found', answer);
      must.equal(found.total, all.total, '`total`', answer);
      return 'no filter';
    },
  );
}
