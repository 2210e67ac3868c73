import { type MalformedAmong, malformedAmong } from '../../../generators/user-defects.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { onStableData } from '../../../harness/judging/stable-data.ts';
import { pageOf } from '../../target/body.ts';
import { inOurWords } from '../../target/users/samples.ts';

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
      run: (context) =>
        context.forAll(
          malformedAmong(),
          (among) => judgeMalformed(context, among),
          Math.ceil(context.runs / 2),
        ),
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
    async run(context) {
      const beside = { userId: [context.world.synthetic(context.unknownId('nobody'))] };
      const alone = await readEmptyName(context, {});
      context.must.equal(await readEmptyName(context, beside), alone, 'an empty name beside another filter');
      context.observe('list-users.name-empty', alone);
    },
  }),

  check('search-users.search-name-minimum', {
    access: 'read',
    on: ['searchUsers'],
    sends: 'a name of one character (accepted), then an empty name; by itself and beside another filter',
    accepts: 'a refusal (4xx)',
    async run(context) {
      await judgeEmptyName(context, {});
      await judgeEmptyName(context, { userIds: [context.world.synthetic(context.unknownId('nobody'))] });
    },
  }),

  // An invalid query is answered with 400, whatever is wrong with it.
  check('list-users.bad-request', {
    access: 'read',
    on: ['listUsers'],
    sends:
      'a plain query (accepted), then one with an identifier that is no UUID, and one with an empty name',
    accepts: '400; 200 as well for the empty name, which may count as none',
    async run(context) {
      const { send, op, must, need } = context;
      const known = context.unknownId('nobody');
      need(
        (await send(op, { userId: [known] })).status === 200,
        'an identifier that nobody has to be accepted',
      );
      must(await send(op, { userId: [context.world.synthetic('not-a-uuid')] })).have.status(400);
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
function usersBy(context: Context): string {
  return context.op.id === 'searchUsers' ? 'userIds' : 'userId';
}

/** Sends filters where the operation takes them. */
function sendFilters(context: Context, filters: Params): Promise<Answer> {
  return context.send(context.op, context.op.id === 'searchUsers' ? { search: filters } : filters);
}

/** The refusal that the interface states: 400 where it is listed, else some 4xx. */
function judgeRefused(context: Context, answer: Answer): void {
  if (context.op.id === 'listUsers') context.must(answer).have.status(400);
  else context.must(answer).be.refused();
}

async function judgeMalformed(context: Context, among: MalformedAmong): Promise<void> {
  inOurWords(context, among);
  const nobodies = (count: number, where: string) =>
    Array.from({ length: count }, (_, index) => context.world.unknownId(`nobody ${index} ${where}`));
  const before = nobodies(among.wellFormedBefore, 'before');
  const after = nobodies(among.wellFormedAfter, 'after');
  const instead = context.world.unknownId('nobody instead');

  const control = await sendFilters(context, { [usersBy(context)]: [...before, instead, ...after] });
  context.need(control.status === 200, 'identifiers that nobody has to be accepted');
  const malformed = context.world.synthetic(among.malformed);
  judgeRefused(context, await sendFilters(context, { [usersBy(context)]: [...before, malformed, ...after] }));
}

async function judgeEmailForm(context: Context): Promise<void> {
  const name = context.unknownId('email').slice(0, 8);
  const control = await sendFilters(context, {
    email: context.world.synthetic(`rollcall.${name}@example.org`),
  });
  context.need(control.status === 200, 'an address that nobody has to be accepted');

  const answer = await sendFilters(context, {
    email: context.world.synthetic(`rollcall.${name}.example.org`),
  });
  const reading = context.reading('list-users.email-grammar');
  if (reading === 'refused') return judgeRefused(context, answer);
  context.need(
    reading === 'no match',
    'the reading `list-users.email-grammar` to be `refused` or `no match`',
  );
  context.must(answer).have.status(200);
  context.must.equal(pageOf(context, answer).items.length, 0, 'the number of users found', answer);
}

async function judgeEmptyName(context: Context, beside: Params): Promise<void> {
  const control = await sendFilters(context, { ...beside, name: context.world.synthetic('a') });
  context.must(control).have.status(200);
  judgeRefused(context, await sendFilters(context, { ...beside, name: '' }));
}

/** How an empty name in a query is read: refused, or as if there were none. Anything else breaks the clause. */
async function readEmptyName(context: Context, beside: Params): Promise<'refused' | 'no filter'> {
  const { must, op, send } = context;
  must(await sendFilters(context, { ...beside, name: context.world.synthetic('a') })).have.status(200);
  const limit = 1;
  const withoutName = async () => pageOf(context, await send(op, { ...beside, limit }));
  return onStableData(
    async () => (await withoutName()).total,
    async () => {
      const answer = await send(op, { ...beside, limit, name: '' });
      must(answer).have.status(400, 200);
      if (answer.status === 400) return 'refused';
      const [found, all] = [pageOf(context, answer), await withoutName()];
      must.equal(found.items.length, all.items.length, 'the number of users found', answer);
      must.equal(found.total, all.total, '`total`', answer);
      return 'no filter';
    },
  );
}
