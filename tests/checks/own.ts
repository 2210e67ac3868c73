import { bodyFor, literalsOf, type Meanings, propertyFor, requires } from '../../generators/body.ts';
import type { Answer } from '../../harness/answer.ts';
import type { SendOptions } from '../../harness/exchange.ts';
import type { Scene } from '../../harness/scene.ts';
import type { Operation } from '../../spec/contract.ts';
import { itemsOf, type Json, object, resourceOf, text } from './body.ts';

/** What a run may make on a target: the kinds of things that the interface lets one create. */
export type Kind = 'class' | 'cohort' | 'student' | 'teacher';

const makers: Readonly<
  Record<Kind, { make: string; id: string; list: string; wrapper: string; find: string }>
> = {
  class: { make: 'createClass', id: 'classId', list: 'listClasses', wrapper: 'class', find: 'search' },
  cohort: { make: 'createCohort', id: 'cohortId', list: 'listCohorts', wrapper: 'cohort', find: 'search' },
  student: { make: 'createStudent', id: 'userId', list: 'listUsers', wrapper: 'user', find: 'username' },
  teacher: { make: 'createTeacher', id: 'userId', list: 'listUsers', wrapper: 'user', find: 'username' },
};

/**
 * A thing that this run made, shared under its label: the same label is the same thing for every check.
 * Inconclusive when the target does not accept the creation.
 */
export function own(scene: Scene, kind: Kind, label = 'shared'): Promise<Json> {
  return scene.world.once(`own ${kind} ${label}`, () => make(scene, kind, label));
}

/** The id of a thing that this run made. */
export async function ownId(scene: Scene, kind: Kind, label?: string): Promise<string> {
  const { id } = makers[kind];
  return scene.need(text((await own(scene, kind, label))[id]), `\`${id}\` of the ${kind} that was made`);
}

/** Sends a creation; what comes to be is recorded, whether or not it should have. */
export async function create(
  scene: Scene,
  kind: Kind,
  meanings: Meanings,
  options: SendOptions = {},
): Promise<Answer> {
  const { make: operation, wrapper, id } = makers[kind];
  const op = scene.operation(operation);
  const answer = await scene.send(op, {}, { body: filled(op, meanings), ...options });
  const made = text(object(object(answer.json)?.[wrapper])?.[id]);
  if (made) scene.world.record({ kind, id: made });
  return answer;
}

/** The body of a writing operation with these meanings, in the shape that the contract or the profile gives it. */
export function filled(op: Operation, meanings: Meanings): unknown {
  return bodyFor(op.body ?? {}, meanings);
}

/** A name that shows at a glance where the thing comes from, and the same for the same words in each run with a seed. */
export function markedName(scene: Scene, words: string): string {
  const mark = scene.world.invent(words).slice(0, 8);
  return scene.world.coin(`Rollcall ${mark} ${words}`);
}

async function make(scene: Scene, kind: Kind, label: string): Promise<Json> {
  const { list, wrapper, find } = makers[kind];
  const name = markedName(scene, `${kind} ${label}`);
  const answer = await create(scene, kind, meaningsOf(scene, kind, name));
  if (answer.status < 300) return resourceOf(scene, answer, wrapper);
  const value = find === 'username' ? [usernameOf(name)] : name;
  const [left] = itemsOf(scene, await scene.send(list, { [find]: value }));
  return adopt(
    scene,
    kind,
    scene.need(left, `the creation of a ${kind} to be accepted, got ${answer.status}`),
  );
}

/** Everything that a creation of this kind says, with names that the run coined. */
export function meaningsOf(scene: Scene, kind: Kind, name: string): Meanings {
  if (kind === 'class' || kind === 'cohort') return { name };
  const lastName = scene.world.coin(name.replace('Rollcall ', ''));
  return {
    ...demanded(scene, scene.operation(makers[kind].make), usernameOf(name)),
    firstName: scene.world.coin('Rollcall'),
    lastName,
    fullName: name,
    username: scene.world.coin(usernameOf(name)),
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
    dateOfBirth: '2001-02-03',
    password,
  };
  const asked = Object.entries(values).filter(([meaning]) => requires(body, meaning));
  for (const [, value] of asked) scene.world.coin(String(value));
  return Object.fromEntries(asked);
}

/** What an earlier run with this seed left behind is the run's own again. */
function adopt(scene: Scene, kind: Kind, thing: Json): Json {
  const id = text(thing[makers[kind].id]);
  if (id) scene.world.record({ kind, id });
  return thing;
}

function usernameOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '.');
}
