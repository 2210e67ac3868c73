import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { freshUser, fullestLabel, simplestLabel, userIdIn } from '../../target/accounts/fresh-user.ts';
import { sentFields, unshownFields } from '../../target/accounts/sent-fields.ts';
import { text } from '../../target/body.ts';
import { mustEventually } from '../../target/must-eventually.ts';
import { fold } from '../../target/users/fold.ts';
import { lookUp, userSearches } from '../../target/users/lookup.ts';
import { eventuallyUser, mustShow } from '../../target/users/read.ts';

/** Everything that a creation says of a user is there later, and the user is found by it. */
export const keptChecks: readonly Check[] = [
  ...checks(['create-student.effect/every-field', 'create-teacher.effect/every-field'], {
    access: 'write',
    sends:
      'a plain creation and one with an identifier of digits, a UPN of the national form and a leap day, then reads by list and search',
    accepts: 'each field that the body carries as it was sent; the second creation may be refused',
    run: (context) => forCreations(context, { most: 2, words: [simplestLabel, fullestLabel] }, mustShowAll),
  }),

  ...checks(['create-student.effect/found', 'create-teacher.effect/found'], {
    access: 'write',
    cost: 'high',
    sends:
      'the second of these creations, then searches by its username, UPN, external identifier and address',
    accepts: 'pages with the new account; the plain creation is enough where that one is refused',
    // A user who is found by awkward values would also be found by simple ones, so one creation is enough.
    run: (context) => forCreations(context, { most: 1, words: [fullestLabel, simplestLabel] }, mustBeFound),
  }),
];

/** A user that was created, and what was sent for it. */
interface Made {
  readonly id: string;
  readonly sent: ReturnType<typeof sentFields>;
  readonly meanings: Readonly<Record<string, unknown>>;
}

/** Judges at most this many of the creations. A creation with all fields is passed over where the target refuses it. */
async function forCreations(
  context: Context,
  { most, words }: { readonly most: number; readonly words: readonly string[] },
  law: (context: Context, made: Made) => Promise<void>,
): Promise<void> {
  const kind = context.op.makes === 'teacher' ? 'teacher' : 'student';
  let judged = 0;
  for (const word of words) {
    if (judged === most || (context.effort === 'quick' && word === fullestLabel)) continue;
    const { answer, meanings } = await freshUser(context, kind, word);
    if (word === fullestLabel && answer.status >= 400) {
      context.observe('accounts.unusual-values', 'refused');
      continue;
    }
    const sent = sentFields(context.op.body ?? {}, meanings);
    context.need(sent.length > 0, 'a body that carries a field of a user');
    await law(context, { id: userIdIn(context, answer), sent, meanings });
    judged += 1;
  }
}

async function mustShowAll(context: Context, { id, sent, meanings }: Made): Promise<void> {
  for (const by of userSearches) {
    const claim = { expected: `every field as the creation gave it, by ${by}` };
    await mustShow(context, id, (user) => unshownFields(user, sent, meanings), claim, context.operation(by));
  }
}

/** What was sent, in the letter case in which a field shows it; `undefined` where it does not. */
function shownAs(shown: unknown, sent: unknown): string | undefined {
  const isSent = (value: unknown) => fold(String(value)) === fold(String(sent));
  return text(text(sent) === undefined ? undefined : [shown].flat().find(isSent));
}

async function mustBeFound(context: Context, { id, sent, meanings }: Made): Promise<void> {
  const user = await eventuallyUser(context, id, (seen) => unshownFields(seen, sent, meanings).length === 0);
  let tried = 0;
  for (const { field, filter } of sent) {
    // A value that the user does not show may be stored in another form, so that a filter need not find it.
    const value = shownAs(user[field], meanings[field]);
    if (filter === undefined || value === undefined) continue;
    tried += 1;
    for (const by of userSearches) {
      const find = () => lookUp(context, id, { by, filter, value });
      await mustEventually(context, find, (found) => found !== null, {
        expected: `the new account, by \`${filter}\` as it shows what was sent to the creation, in ${by}`,
        actual: 'a page without it',
      });
    }
  }
  context.need(
    tried > 0,
    'a body that carries a username, UPN, external identifier or address, which the user shows',
  );
}
