import type { Meanings } from '../../../generators/body.ts';
import { upnOf } from '../../../generators/upn.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { type Json, resourceOf, text } from '../body.ts';
import { noteYear } from '../groups/while-year-stays.ts';
import { waitUntilReadable } from '../readable.ts';
import { create, markedName, mayBeTaken, meaningsOf } from './creation.ts';
import { findExisting, isOfCurrentYear } from './existing.ts';
import { lentThing } from './lending.ts';
import { enableNewcomer } from './newcomer.ts';
import { isGroup, type Kind, resources } from './resources.ts';

/** The label of the account that rows change: it has a UPN where the target takes one, for no change sets it. */
export const accountLabel = 'account';

/** The label of a second account, whose creation says what changes replace. */
export const secondLabel = 'member 1';

/** How many names are tried when something that the target does not show has them already. */
const tries = 3;

/**
 * A resource that the run may change. The same label gives the same resource to every check. This run created it, or
 * an earlier run left it; where neither is possible, the profile lends it. Inconclusive when there is none.
 */
export function fixture(context: Context, kind: Kind, label = 'shared'): Promise<Json> {
  return context.world.once(`fixture ${kind} ${label}`, async () => {
    try {
      return await createdFixture(context, kind, label);
    } catch (error) {
      const lent = context.world.lent(resources[kind].many);
      if (!(error instanceof Inconclusive) || lent.length === 0) throw error;
      // Where a creation was tried, that it was refused says more than that too little is lent to do without.
      const isTried = error.cause !== 'configuration' && !context.contract.isOpen(resources[kind].fields);
      return lentThing(context, kind, label).catch((lack: unknown) => {
        throw isTried ? error : lack;
      });
    }
  });
}

/** The id of a resource that the run may change. */
export async function fixtureId(context: Context, kind: Kind, label?: string): Promise<string> {
  const { id } = resources[kind];
  return context.need(
    text((await fixture(context, kind, label))[id]),
    `\`${id}\` of the ${kind} that was created`,
  );
}

/**
 * The same, but never a lent resource: for checks about creations.
 * Inconclusive when the target does not accept the creation, or nothing may be created.
 */
export function createdFixture(context: Context, kind: Kind, label = 'shared'): Promise<Json> {
  return context.world.once(`created fixture ${kind} ${label}`, () => createOrAdopt(context, kind, label));
}

/**
 * What the creation of an account may say beside the usual, by label. For one account a UPN of the national form; for another what a
 * change may write over: a username with a capital, an address and an identifier. A target may refuse any of it.
 */
function moreFor({ world }: Context, kind: Kind, label: string, usual: Meanings): Meanings {
  if (label === accountLabel) {
    const number = (Number.parseInt(world.mark, 16) + (kind === 'teacher' ? 7 : 2)) % 1e9;
    return { upn: world.synthetic(upnOf(number)) };
  }
  if (label !== secondLabel) return {};
  const login = text(usual['username']) ?? '';
  const email = world.synthetic(`created.${login}@example.org`);
  return {
    username: world.synthetic(`${login.slice(0, 1).toUpperCase()}${login.slice(1)}`),
    ...{ email, emails: email },
    externalId: world.synthetic(`created.${login}`),
  };
}

/** A description: what a write to a class or cohort loses is seen where there is something to lose. */
function about(context: Context, words: string): Meanings {
  return { description: markedName(context, `about ${words}`) };
}

/** What the run said when it created the class or cohort of a label, to say it again. */
export function saidOfGroup(context: Context, kind: Kind, label = 'shared'): Meanings {
  const words = `${kind} ${label}`;
  return { ...meaningsOf(context, kind, markedName(context, words)), ...about(context, words) };
}

/** What this run creates under a label, or what an earlier run left under it. */
async function createOrAdopt(context: Context, kind: Kind, label: string): Promise<Json> {
  const { fields: gap } = resources[kind];
  if (context.contract.isOpen(gap)) throw lacking(kind, `a profile that fills \`${gap}\``);
  if (isGroup(kind)) await noteYear(context);
  let refused: Answer | undefined;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const words = attempt === 1 ? `${kind} ${label}` : `${kind} ${label} ${attempt}`;
    const usual = meaningsOf(context, kind, markedName(context, words));
    const isFirst = attempt === 1;
    const more = isGroup(kind) ? about(context, words) : isFirst ? moreFor(context, kind, label, usual) : {};
    const meanings = { ...usual, ...more };
    const left = await findExisting(context, kind, meanings);
    const got = await obtain(context, kind, meanings, left);
    if (!(got instanceof Refused)) return got === left ? got : onceReadable(context, kind, got);
    refused = got.answer;
    if (!mayBeTaken(kind, refused.status)) break;
  }
  if (refused) context.need.described(refused);
  throw lacking(kind, `a creation of a ${kind} to be accepted, got ${refused?.status}`);
}

/** A creation that was refused. */
export class Refused {
  readonly answer: Answer;

  constructor(answer: Answer) {
    this.answer = answer;
  }
}

/** What an earlier run left, or else what a creation gives, an account enabled where it can be. */
export async function obtain(
  context: Context,
  kind: Kind,
  meanings: Meanings,
  left: Json | undefined,
): Promise<Json | Refused> {
  const got = await leftOrCreated(context, kind, meanings, left);
  if (!(got instanceof Refused) && !isGroup(kind)) await enableNewcomer(context, kind, got);
  return got;
}

async function leftOrCreated(
  context: Context,
  kind: Kind,
  meanings: Meanings,
  left: Json | undefined,
): Promise<Json | Refused> {
  if (left && (await isCurrent(context, kind, left))) return adopt(context, kind, left);
  const answer = await create(context, kind, meanings);
  if (answer.status < 300) return resourceOf(context, answer, resources[kind].wrapper);
  // A conflict shows that what was left is of the current year, in which the creation would have been.
  return left && answer.status === 409 ? adopt(context, kind, left) : new Refused(answer);
}

/** What was created, once the target can read it. */
async function onceReadable(context: Context, kind: Kind, thing: Json): Promise<Json> {
  const id = text(thing[resources[kind].id]);
  if (id !== undefined) await waitUntilReadable(context, kind, id);
  return thing;
}

/** Whether what was left can be used this year: classes and cohorts belong to one academic year. */
async function isCurrent(context: Context, kind: Kind, left: Json): Promise<boolean> {
  return !isGroup(kind) || (await isOfCurrentYear(context, left)) === true;
}

/** Records what an earlier run left as belonging to this run. */
export function adopt(context: Context, kind: Kind, thing: Json): Json {
  const id = text(thing[resources[kind].id]);
  if (id) context.world.record({ kind, id });
  return thing;
}

function lacking(kind: Kind, what: string): Inconclusive {
  return new Inconclusive(`needs ${what}, or \`lent.${resources[kind].many}\` in the profile`);
}
