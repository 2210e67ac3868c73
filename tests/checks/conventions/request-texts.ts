import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { readOrWrite } from '../../target/access.ts';
import { changes } from '../../target/accounts/change.ts';
import { userIn } from '../../target/accounts/fresh-user.ts';
import { markOf, nameMeanings } from '../../target/accounts/meanings.ts';
import { request } from '../../target/accounts/request.ts';
import { accountId } from '../../target/accounts/shared-account.ts';
import { groupOf } from '../../target/groups/group.ts';
import { namedWith, oddWords } from '../../target/groups/named-with.ts';
import { pathOnly } from '../../target/path.ts';
import { filled } from '../../target/reuse/creation.ts';
import { eventuallyUser } from '../../target/users/read.ts';
import { control, validNeeds, validRequest } from '../../target/valid.ts';

/** The same media type as others write it: the names of types and of character sets have no letter case. */
const types = ['application/json; charset=utf-8', 'application/json;charset=UTF-8'] as const;

/** One JSON text can be written in several ways, and so can its media type (Conventions 5). */
export const requestTexts = [
  check('conventions.request-media-type', {
    access: readOrWrite,
    needs: validNeeds,
    sends: 'the valid request again, with the plain media type and with the character set behind it',
    accepts: 'whatever the repetition with the plain type gets',
    run: judgeTypes,
  }),

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
    sends: 'a name with escaped letters: of Latin, of a pair of surrogates, and a slash',
    accepts: 'the name as its escapes are read; where it is refused plainly too, nothing is judged',
    run: judgeName,
  }),
] satisfies readonly Check[];

async function judgeTypes(context: Context): Promise<void> {
  const { op, must } = context;
  const { sent } = await control(context);
  const params = pathOnly(op, (await validRequest(context, op)).params);
  const rawBody = context.need(sent.body, 'a valid request with a body');
  const again = (type?: string) =>
    context.send(op, params, { rawBody, ...(type && { headers: { 'content-type': type } }) });
  const [first, ...rest] = types;
  const before = await again();
  for (const type of [first, ...rest.slice(0, context.byEffort({ quick: 0, standard: 0, deep: 1 }))]) {
    const answer = await again(type);
    if (alike(before, answer)) {
      must.hold(true, { expected: 'the same answer', actual: 'another' });
      continue;
    }
    // Another row may have changed what the request is about.
    const after = await again();
    const repeated = await again(type);
    must.hold(!alike(before, after) || alike(after, repeated), {
      expected: `status ${after.status}, as with the plain media type`,
      actual: `status ${repeated.status}`,
      in: repeated,
    });
  }
}

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

function alike(one: Answer, other: Answer): boolean {
  return one.status === other.status || (one.status < 300 && other.status < 300);
}

/** A JSON text with everything escaped that is not ASCII, and slashes, as some libraries write it. */
function escaped(body: unknown): string {
  return JSON.stringify(body)
    .replaceAll('/', String.raw`\/`)
    .replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
