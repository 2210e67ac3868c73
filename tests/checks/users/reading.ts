import type { Scene } from '../../../harness/scene.ts';
import type { Operation } from '../../../spec/contract.ts';
import { itemsOf, type Json } from '../body.ts';
import { filterNamed } from './filters.ts';
import { paramsFor } from './people.ts';

/** One user, read by identifier through the list or the search; inconclusive when that finds nobody. */
export async function readUser(scene: Scene, op: Operation, userId: string): Promise<Json> {
  const wanted = [{ filter: filterNamed('userId'), values: [userId] }];
  const [user] = itemsOf(scene, await scene.send(op, paramsFor({ op }, wanted)));
  return scene.need(user, `${op.id} to find a user of this run by identifier`);
}
