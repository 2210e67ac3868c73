import { bodyFor, literalsOf, type Meanings, propertyFor, requires } from '../../generators/body.ts';
import type { Answer } from '../../harness/answer.ts';
import type { SendOptions } from '../../harness/exchange.ts';
import { Inconclusive } from '../../harness/outcome.ts';
import type { Scene } from '../../harness/scene.ts';
import type { Operation } from '../../spec/contract.ts';
import { type Json, resourceOf, text } from './body.ts';
import { type Kind, makers } from './kinds.ts';
import { isOfCurrentYear, leftover } from './leftovers.ts';
import { lentThing } from './lent.ts';
import { usable } from './usable.ts';

export type { Kind } from './kinds.ts';

/** How often a name is given up because something that the target does not show has it. */
const tries = 3;

/**
 * A thing that the run may change, shared under its label: the same label is the same thing for every check. It is
 * one that this run made or an earlier one left; where none can be had, one that the profile lends.
 * Inconclusive when there is neither.
 */
export function own(scene: Scene, kind: Kind, label = 'shared'): Promise<Json> {
  return scene.world.once(`own ${kind} ${label}`, async () => {
    try {
      return await made(scene, kind, label);
    } catch (error) {
      const lent = scene.world.lent(makers[kind].lent);
      if (!(error instanceof Inconclusive) || lent.length === 0) throw error;
      return lentThing(scene, kind, label);
    }
  });
}

/** The id of a thing that the run may change. */
export async function ownId(scene: Scene, kind: Kind, label?: string): Promise<string> {
  const { id } = makers[kind];
  return scene.need(text((await own(scene, kind, label))[id]), `\`${id}\` of the ${kind} that was made`);
}

/**
 * The same, but never a lent one: for what is about creations.
 * Inconclusive when the target does not accept the creation, or nothing may be created.
 */
export function made(scene: Scene, kind: Kind, label = 'shared'): Promise<Json> {
  return scene.world.once(`made ${kind} ${label}`, () => make(scene, kind, label));
}

/** Sends a creation; what comes to be is recorded by the exchange, whether or not it should have. */
export async function create(
  scene: Scene,
  kind: Kind,
  meanings: Meanings,
  options: SendOptions = {},
): Promise<Answer> {
  const op = scene.operation(makers[kind].make);
  return scene.send(op, {}, { body: filled(op, meanings), ...options });
}

/** The body of a writing operation with these meanings, in the shape that the contract or the profile gives it. */
export function filled(op: Operation, meanings: Meanings): unknown {
  return bodyFor(op.body ?? {}, meanings);
}

/** A name that shows at a glance where the thing comes from, and the same for the same words in every run. */
export function markedName(scene: Scene, words: string): string {
  return scene.world.coin(`Rollcall ${scene.world.mark} ${words}`);
}

/** Everything that a creation of this kind says, with names that the run coined. */
export function meaningsOf(scene: Scene, kind: Kind, name: string): Meanings {
  if (kind === 'class' || kind === 'cohort') return { name };
  const username = scene.world.coin(usernameOf(name));
  return {
    ...demanded(scene, scene.operation(makers[kind].make), usernameOf(name)),
    firstName: scene.world.coin('Rollcall'),
    lastName: scene.world.coin(name.replace('Rollcall ', '')),
    fullName: name,
    username,
    dateOfBirth: scene.world.coin('2010-02-03'),
  };
}

/**
 * What a body cannot do without, beside the names. Addresses and identifiers are nobody else's; what is not asked
 * for is not said.
 */
function demanded(scene: Scene, { body = {} }: Operation, username: string): Meanings {
  const password = literalsOf(propertyFor(body, 'password') ?? {})[0] ?? 'Rollcall-passphrase-1';
  const values: Meanings = {
    email: `${username}@example.org`,
    emails: `${username}@example.org`,
    upn: `upn.${username}`,
    externalId: `external.${username}`,
    password,
  };
  const asked = Object.entries(values).filter(([meaning]) => requires(body, meaning));
  for (const [, value] of asked) scene.world.coin(String(value));
  return Object.fromEntries(asked);
}

/** What this run made under a label, or an earlier one left. */
async function make(scene: Scene, kind: Kind, label: string): Promise<Json> {
  const { gap } = makers[kind];
  if (scene.contract.isOpen(gap)) throw lacking(kind, `a profile that fills \`${gap}\``);
  let status = 0;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const words = attempt === 1 ? `${kind} ${label}` : `${kind} ${label} ${attempt}`;
    const meanings = meaningsOf(scene, kind, markedName(scene, words));
    const left = await leftover(scene, kind, meanings);
    const got = await obtain(scene, kind, meanings, left);
    if (typeof got !== 'number') return got === left ? got : ready(scene, kind, got);
    status = got;
    if (!mayBeTaken(kind, status)) break;
  }
  throw lacking(kind, `a creation of a ${kind} to be accepted, got ${status}`);
}

/** What was left, or else what a creation gives; the status when that is refused. */
export async function obtain(
  scene: Scene,
  kind: Kind,
  meanings: Meanings,
  left: Json | undefined,
): Promise<Json | number> {
  if (left && (await isCurrent(scene, kind, left))) return adopt(scene, kind, left);
  const answer = await create(scene, kind, meanings);
  if (answer.status < 300) return resourceOf(scene, answer, makers[kind].wrapper);
  // What the creation conflicts with is of the year that it would have been of.
  return left && answer.status === 409 ? adopt(scene, kind, left) : answer.status;
}

/** What was made, once the target knows of it. */
async function ready(scene: Scene, kind: Kind, thing: Json): Promise<Json> {
  const id = text(thing[makers[kind].id]);
  if (id !== undefined) await usable(scene, kind, id);
  return thing;
}

/** Whether a creation may have been refused because the name is taken: accounts may be told so in any way. */
export function mayBeTaken(kind: Kind, status: number): boolean {
  if (kind === 'class' || kind === 'cohort') return status === 409;
  return status >= 400 && status < 500 && ![401, 403, 404, 405].includes(status);
}

/** Years pass: a class of last year is no class of this one. */
async function isCurrent(scene: Scene, kind: Kind, left: Json): Promise<boolean> {
  return kind === 'student' || kind === 'teacher' || (await isOfCurrentYear(scene, left)) === true;
}

/** What an earlier run left behind is the run's own again. */
export function adopt(scene: Scene, kind: Kind, thing: Json): Json {
  const id = text(thing[makers[kind].id]);
  if (id) scene.world.record({ kind, id });
  return thing;
}

function lacking(kind: Kind, what: string): Inconclusive {
  return new Inconclusive(`needs ${what}, or \`lent.${makers[kind].lent}\` in the profile`);
}

function usernameOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '.');
}
