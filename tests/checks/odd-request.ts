import { oddValues } from '../../generators/odd-texts.ts';
import type { Oddity } from '../../generators/oddity.ts';
import type { Answer } from '../../harness/answer.ts';
import type { Params } from '../../harness/place.ts';
import type { Scene } from '../../harness/scene.ts';
import { harmlessParams, plainParams } from './given.ts';

/** Failures of the service itself; 502, 503 and 504 are those of what stands before it. */
const ownFailures = [500, 501, 505, 506, 507, 508, 510, 511];

/** Longer texts are told by their length. */
const readable = 100;

/** The answer to an odd request; sent once and shared by all checks. */
export function oddAnswer(scene: Scene, oddity: Oddity): Promise<Answer> {
  const { op, world } = scene;
  return world.once(`odd ${op.id} ${oddity.oddity} ${oddity.where}`, () => sendOdd(scene, oddity));
}

/** Sends an odd request; whatever of it is not odd names what exists, or for a writing operation what does not. */
export async function sendOdd(scene: Scene, { query, headers, body, id }: Oddity): Promise<Answer> {
  for (const text of oddValues) if (text.length < readable) scene.world.coin(text);
  return scene.send(scene.op, await around(scene, id), {
    sees: ownFailures,
    odd: true,
    ...(query === undefined ? {} : { rawQuery: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { rawBody: body }),
  });
}

async function around(scene: Scene, id: string | undefined): Promise<Params> {
  const { op } = scene;
  // A creation says nothing but what is odd about it.
  if (op.writes && op.success === 201) return {};
  if (id === undefined) return op.writes ? harmlessParams(scene, op) : plainParams(scene, op);
  const rest = op.writes ? harmlessParams(scene, op) : {};
  const ids = op.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return { ...rest, ...Object.fromEntries(ids.map((name) => [name, id])) };
}
