import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { changes } from '../../target/accounts/change.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { groupOf } from '../../target/groups/group.ts';
import { namedWith, oddWords } from '../../target/groups/named-with.ts';
import { filled } from '../../target/reuse/creation.ts';
import { eventuallyUser } from '../../target/users/read.ts';
import { validNeeds } from '../../target/valid.ts';

/** One JSON text can be written in several ways (Conventions 5). */
export const requestTexts = [
  check('conventions.request-json-escapes', {
    access: 'write',
    on: ['createClass', 'createCohort'],
    needs: (op) => [groupOf(op).fields],
    sends: 'a creation of what is there already, then the same with its letters escaped',
    accepts: '409 for both',
    async run(context) {
      const { op, send, need, must } = context;
      const group = groupOf(op);
      const named = need(
        await namedWith(context, group, oddWords[0]),
        'a name of such letters to be accepted',
      );
      const body = filled(op, { name: named.name });
      need((await send(op, {}, { body })).status === 409, 'the plain repetition to be answered with 409');
      must(await send(op, {}, { rawBody: escaped(body) })).have.status(409);
    },
  }),

  check('conventions.request-json-escapes/name', {
    access: 'write',
    on: ['updateUserName'],
    needs: validNeeds,
    sends: 'a name whose letters beyond ASCII are escaped',
    accepts: 'the name as its escapes are read; where it is refused plainly too, nothing is judged',
    run: judgeName,
  }),
] satisfies readonly Check[];

async function judgeName(context: Context): Promise<void> {
  const { op, must, need } = context;
  const id = await accountId(context, 'student');
  const spelled = (time: string) => nameMeanings(context, `Zoë ${time}`, `Łódź 花 ${markOf(context)}`);
  need.accepted(await request(context, op.id, id, spelled('plain')));
  const meanings = spelled('escaped');
  const answer = await context.send(op, { userId: id }, { rawBody: escaped(filled(op, meanings)) });
  const shows = (user: Parameters<typeof changes.name.shows>[0]) =>
    changes.name.shows(user, meanings, context);
  must.hold(answer.status < 300, {
    expected: 'accepted, as the same letters without escapes',
    actual: `status ${answer.status}`,
    in: answer,
  });
  const claim = { expected: 'the name as its escapes are read', actual: 'another name', in: answer };
  const shown = userIn(answer);
  if (shown) must.hold(shows(shown), claim);
  must.hold(shows(await eventuallyUser(context, id, shows)), claim);
}

/** A JSON text with everything escaped that is not ASCII, and slashes, as some libraries write it. */
function escaped(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll('/', String.raw`\/`)
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
