import { type MalformedAmong, malformedAmong, wordAmong } from '../../../generators/user-defects.ts';
import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { onGenerated } from '../../target/generated.ts';
import { mustBeRefused } from '../../target/refused.ts';
import { findBy } from '../../target/users/found.ts';

/** Values of filters that are of the wrong form. */
export const malformedFilters: readonly Check[] = [
  ...checks(['list-users.user-id-form', 'search-users.search-user-ids-form'], {
    async run(context) {
      const law = (among: MalformedAmong) => judgeMalformed(context, among);
      await onGenerated(context, wordAmong(), law, 1);
      const others = context.share('half') - 1;
      if (others > 0) await onGenerated(context, malformedAmong(), law, others);
    },
  }),

  // Text without an at sign is an address in no reading.
  ...checks(['list-users.email-form', 'search-users.search-email-form'], {
    sends: 'an address that nobody has (accepted), then the same without its at sign',
    accepts: 'a refusal, or an empty page where the profile says so',
    run: judgeEmailForm,
  }),
];

async function judgeMalformed(context: Context, among: MalformedAmong): Promise<void> {
  const unknownIds = (count: number, where: string) =>
    Array.from({ length: count }, (_, index) => context.world.unknownId(`nobody ${index} ${where}`));
  const before = unknownIds(among.wellFormedBefore, 'before');
  const after = unknownIds(among.wellFormedAfter, 'after');
  const instead = context.world.unknownId('nobody instead');

  const control = await findBy(context, { userId: [...before, instead, ...after] });
  context.need.accepted(control);
  mustBeRefused(context, await findBy(context, { userId: [...before, among.malformed, ...after] }));
}

async function judgeEmailForm(context: Context): Promise<void> {
  const name = context.unknownId('email').slice(0, 8);
  const address = context.world.synthetic(`rollcall.${name}@pupils.example.org`);
  const control = await findBy(context, { email: [address] });
  context.need.accepted(control);

  const noAddress = context.world.synthetic(`rollcall.${name}.pupils.example.org`);
  const answer = await findBy(context, { email: [noAddress] });
  const reading = context.reading('list-users.email-grammar');
  if (reading === 'refused') return mustBeRefused(context, answer);
  context.need(
    reading === 'no match',
    'the reading `list-users.email-grammar` to be `refused` or `no match`',
  );
  context.must(answer).have.status(200);
  context.must.equal(pageOf(context, answer).items.length, 0, 'the number of users found', answer);
}
