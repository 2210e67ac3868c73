import type { Operation } from '../../spec/contract.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Shown } from '../privacy/shown-ids.ts';
import { type Permissions, refusal, rowBehindRefusal } from '../safety/guard.ts';
import type { Access } from './access.ts';
import type { Sent } from './answer.ts';

/**
 * Lets a request pass that the guard allows.
 *
 * @throws Error when the guard refuses it: the check is wrong; Inconclusive when it is refused for nothing but the
 * target's own ids of another form, or because a creation was answered with the id of something of others
 */
export function guarded(
  op: Operation,
  sent: Sent,
  access: Access,
  permissions: Permissions,
  shown: Shown,
): Sent {
  const refused = refusal(op, sent, access, permissions);
  const row = refused === undefined ? undefined : rowBehindRefusal(op, sent, access, permissions);
  if (row !== undefined) {
    const reason = 'needs a thing of its own: a creation was answered with the id of something of others';
    throw row === '' ? new Inconclusive(reason) : new Inconclusive(reason, 'other-row', row);
  }
  if (refused) throw new Error(`the guard refused a request: ${refused}`);
  // The check may be right: what it names is no UUID, and the target has shown that it is an id there.
  if (shown.has && refusal(op, sent, access, { ...permissions, isShown: shown.has }))
    throw new Inconclusive(
      `needs ids that are UUIDs: a request to ${op.id} would name something that the target showed`,
      shown.row === undefined ? 'no-data' : 'other-row',
      shown.row,
    );
  return sent;
}
