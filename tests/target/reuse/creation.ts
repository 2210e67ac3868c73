import { bodyFor, literalsOf, type Meanings, propertyFor, requires } from '../../../generators/body.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { SendOptions } from '../../../harness/http/compose.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Operation } from '../../../spec/contract.ts';
import { minimal } from '../minimal.ts';
import { isGroup, type Kind, resources } from './resources.ts';
import { noteDescription } from './said.ts';

/**
 * Sends a creation, after a look at what is there. The exchange records what it creates, even where the target had to
 * refuse it; what the look has shown is never taken for something new.
 */
export async function create(
  context: Context,
  kind: Kind,
  meanings: Meanings,
  options: SendOptions = {},
): Promise<Answer> {
  const op = context.operation(resources[kind].create);
  await lookAround(context, kind);
  if (isGroup(kind)) noteDescription(context, meanings);
  return context.send(op, {}, { body: filled(op, meanings), ...options });
}

/** Reads the plain list of a kind, once in a run. Where it can't be read, nothing can be seen. */
async function lookAround(context: Context, kind: Kind): Promise<void> {
  const [seen] = await Promise.allSettled([
    Promise.resolve().then(() => minimal(context, context.operation(resources[kind].list))),
  ]);
  if (seen.status === 'rejected' && !(seen.reason instanceof Inconclusive)) throw seen.reason;
}

/** The body of a writing operation with these meanings, in the shape that the contract or the profile gives it. */
export function filled(op: Operation, meanings: Meanings): unknown {
  return bodyFor(op.body ?? {}, meanings);
}

/** A name that shows where a resource comes from; the same words give the same name in every run. */
export function markedName(context: Context, words: string): string {
  return context.world.synthetic(`Rollcall ${context.world.mark} ${words}`);
}

/** Everything that a creation of this kind says, with synthetic names. */
export function meaningsOf(context: Context, kind: Kind, name: string): Meanings {
  if (isGroup(kind)) return { name };
  const username = context.world.synthetic(usernameOf(name));
  return {
    ...required(context, context.operation(resources[kind].create), usernameOf(name)),
    firstName: context.world.synthetic('Rollcall'),
    lastName: context.world.synthetic(name.replace('Rollcall ', '')),
    fullName: name,
    username,
    dateOfBirth: context.world.synthetic('2010-02-03'),
  };
}

/** The values that a body requires beside the names. Addresses and identifiers belong to nobody else. */
function required(context: Context, { body = {} }: Operation, username: string): Meanings {
  const password = literalsOf(propertyFor(body, 'password') ?? {})[0] ?? 'Rollcall-passphrase-1';
  const values: Meanings = {
    email: `${username}@example.org`,
    emails: `${username}@example.org`,
    upn: `upn.${username}`,
    externalId: `external.${username}`,
    password,
  };
  const needed = Object.entries(values).filter(([meaning]) => requires(body, meaning));
  for (const [, value] of needed) context.world.synthetic(String(value));
  return Object.fromEntries(needed);
}

/** Whether a creation may have been refused because its name is taken; for accounts, no status is stated for that. */
export function mayBeTaken(kind: Kind, status: number): boolean {
  if (isGroup(kind)) return status === 409;
  return status >= 400 && status < 500 && ![401, 403, 404, 405].includes(status);
}

function usernameOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '.');
}
