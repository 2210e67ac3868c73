import { type Check, checks } from '../../../harness/judging/check.ts';
import { sentFields, unshownFields } from '../../target/accounts/sent-fields.ts';
import { text } from '../../target/body.ts';
import { eventually } from '../../target/eventually.ts';
import { listedBy } from '../../target/listed-by.ts';
import { crowdOf, unlessCrowdIsMade as unless } from '../../target/members/hundred.ts';

/** What many creations have said is kept: of values of many kinds, some are kept otherwise. */
export const crowdChecks: readonly Check[] = checks(
  ['create-student.effect/crowd', 'create-teacher.effect/crowd'],
  {
    access: 'write',
    unless,
    sends:
      'the users of the longest lists, created with birthdays of each kind: the first day of time, leap days, days whose week is of another year, days on which clocks change',
    accepts: 'each field of each of them as its creation gave it',
    async run(context) {
      const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
      const { ids, said } = await crowdOf(context, kind);
      const body = context.op.body ?? {};
      const made = ids.flatMap((id, at) => {
        const meanings = said[at];
        return meanings ? [{ id, meanings, sent: sentFields(body, meanings) }] : [];
      });
      context.need(made.length > 0, `a ${kind} of the crowd whose creation said when it was born`);
      const read = async () => {
        const users = await listedBy(
          context,
          'listUsers',
          'userId',
          made.map(({ id }) => id),
        );
        return made.map(({ id, meanings, sent }) => {
          const user = users.find((one) => text(one['userId'])?.toLowerCase() === id.toLowerCase());
          return user ? unshownFields(user, sent, meanings).join(', ') : 'the user';
        });
      };
      const unlike = await eventually(context, read, (all) => all.every((one) => one === ''));
      const at = unlike.findIndex((one) => one !== '');
      context.must.hold(at === -1, {
        expected: `in each of ${made.length} ${kind}s every field as its creation gave it`,
        actual: `not so in ${unlike.filter((one) => one !== '').length} of them, first ${unlike[at]} of one that was sent ${birthday(made[at]?.meanings)}`,
      });
    },
  },
);

function birthday(meanings: Readonly<Record<string, unknown>> = {}): string {
  return `the birthday ${String(meanings['dateOfBirth'])}`;
}
