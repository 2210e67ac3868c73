import { bodyFor, literalsOf, type Meanings, propertyFor, requires } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { SendOptions } from '../../../harness/http/compose.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Operation } from '../../../spec/contract.ts';
import { type Json, resourceOf, text } from '../body.ts';
import { waitUntilReadable } from '../readable.ts';
import { isOfCurrentYear, leftover } from './leftovers.ts';
import { lentThing } from './lending.ts';
import { type Kind, resources } from './resources.ts';

export type { Kind } from './resources.ts';

/** How often a name is given up because something that the target does not show has it. */
const tries = 3;

/**
 * A thing that the run may change, shared under its label: the same label is the same thing for every check. It is
 * one that this run made or an earlier one left; where none can be had, one that the profile lends.
 * Inconclusive when there is neither.
 */
export function fixture(context: Context, kind: Kind, label = 'shared'): Promise<Json> {
  return context.world.once(`own ${kind} ${label}`, async () => {
    try {
      return await createdFixture(context, kind, label);
    } catch (error) {
      const lent = context.world.lent(resources[kind].lent);
      if (!(error instanceof Inconclusive) || lent.length === 0) throw error;
      return lentThing(context, kind, label);
    }
  });
}

/** The id of a thing that the run may change. */
export async function fixtureId(context: Context, kind: Kind, label?: string): Promise<string> {
  const { id } = resources[kind];
  return context.need(
    text((await fixture(context, kind, label))[id]),
    `\`${id}\` of the ${kind} that was made`,
  );
}

/**
 * The same, but never a lent one: for what is about creations.
 * Inconclusive when the target does not accept the creation, or nothing may be created.
 */
export function createdFixture(context: Context, kind: Kind, label = 'shared'): Promise<Json> {
  return context.world.once(`made ${kind} ${label}`, () => make(context, kind, label));
}

/** Sends a creation; what comes to be is recorded by the exchange, whether or not it should have. */
export async function create(
  context: Context,
  kind: Kind,
  meanings: Meanings,
  options: SendOptions = {},
): Promise<Answer> {
  const op = context.operation(resources[kind].make);
  return context.send(op, {}, { body: filled(op, meanings), ...options });
}

/** The body of a writing operation with these meanings, in the shape that the contract or the profile gives it. */
export function filled(op: Operation, meanings: Meanings): unknown {
  return bodyFor(op.body ?? {}, meanings);
}

/** A name that shows at a glance where the thing comes from, and the same for the same words in every run. */
export function markedName(context: Context, words: string): string {
  return context.world.synthetic(`Rollcall ${context.world.mark} ${words}`);
}

/** Everything that a creation of this kind says, with names that the run coined. */
export function meaningsOf(context: Context, kind: Kind, name: string): Meanings {
  if (kind === 'class' || kind === 'cohort') return { name };
  const username = context.world.synthetic(usernameOf(name));
  return {
    ...demanded(context, context.operation(resources[kind].make), usernameOf(name)),
    firstName: context.world.synthetic('Rollcall'),
    lastName: context.world.synthetic(name.replace('Rollcall ', '')),
    fullName: name,
    username,
    dateOfBirth: context.world.synthetic('2010-02-03'),
  };
}

/**
 * What a body cannot do without, beside the names. Addresses and identifiers are nobody else's; what is not asked
 * for is not said.
 */
function demanded(context: Context, { body = {} }: Operation, username: string): Meanings {
  const password = literalsOf(propertyFor(body, 'password') ?? {})[0] ?? 'Rollcall-passphrase-1';
  const values: Meanings = {
    email: `${username}@example.org`,
    emails: `${username}@example.org`,
    upn: `upn.${username}`,
    externalId: `external.${username}`,
    password,
  };
  const asked = Object.entries(values).filter(([meaning]) => requires(body, meaning));
  for (const [, value] of asked) context.world.synthetic(String(value));
  return Object.fromEntries(asked);
}

/** What this run made under a label, or an earlier one left. */
async function make(context: Context, kind: Kind, label: string): Promise<Json> {
  const { gap } = resources[kind];
  if (context.contract.isOpen(gap)) throw lacking(kind, `a profile that fills \`${gap}\``);
  let status = 0;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const words = attempt === 1 ? `${kind} ${label}` : `${kind} ${label} ${attempt}`;
    const meanings = meaningsOf(context, kind, markedName(context, words));
    const left = await leftover(context, kind, meanings);
    const got = await obtain(context, kind, meanings, left);
    if (typeof got !== 'number') return got === left ? got : ready(context, kind, got);
    status = got;
    if (!mayBeTaken(kind, status)) break;
  }
  throw lacking(kind, `a creation of a ${kind} to be accepted, got ${status}`);
}

/** What was left, or else what a creation gives; the status when that is refused. */
export async function obtain(
  context: Context,
  kind: Kind,
  meanings: Meanings,
  left: Json | undefined,
): Promise<Json | number> {
  if (left && (await isCurrent(context, kind, left))) return adopt(context, kind, left);
  const answer = await create(context, kind, meanings);
  if (answer.status < 300) return resourceOf(context, answer, resources[kind].wrapper);
  // What the creation conflicts with is of the year that it would have been of.
  return left && answer.status === 409 ? adopt(context, kind, left) : answer.status;
}

/** What was made, once the target knows of it. */
async function ready(context: Context, kind: Kind, thing: Json): Promise<Json> {
  const id = text(thing[resources[kind].id]);
  if (id !== undefined) await waitUntilReadable(context, kind, id);
  return thing;
}

/** Whether a creation may have been refused because the name is taken: accounts may be told so in any way. */
export function mayBeTaken(kind: Kind, status: number): boolean {
  if (kind === 'class' || kind === 'cohort') return status === 409;
  return status >= 400 && status < 500 && ![401, 403, 404, 405].includes(status);
}

/** Years pass: a class of last year is no class of this one. */
async function isCurrent(context: Context, kind: Kind, left: Json): Promise<boolean> {
  return kind === 'student' || kind === 'teacher' || (await isOfCurrentYear(context, left)) === true;
}

/** What an earlier run left behind is the run's own again. */
export function adopt(context: Context, kind: Kind, thing: Json): Json {
  const id = text(thing[resources[kind].id]);
  if (id) context.world.record({ kind, id });
  return thing;
}

function lacking(kind: Kind, what: string): Inconclusive {
  return new Inconclusive(`needs ${what}, or \`lent.${resources[kind].lent}\` in the profile`);
}

function usernameOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '.');
}
