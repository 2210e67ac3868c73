/** What changes by itself while a deployment runs. */

import type { Settings } from './settings.ts';
import type { World } from './types.ts';

export function drift(s: Settings, world: World, now: number): void {
  if (s.data.drift === 0 || world.requests % s.data.drift !== 0) return;
  const turn = Math.floor(world.requests / s.data.drift);
  if (turn % 2 === 0) {
    const open = [...world.sessions.values()].find((session) => session.end === 0);
    if (open === undefined || s.data.states !== 'mixed') return;
    open.end = Math.max(
      open.start,
      s.sessions.dates === 'date' ? Math.floor(now / 86_400_000) * 86_400_000 : now,
    );
    open.calculated = open.end;
    open.level = 'E3 - Middle';
    open.seconds = 1800;
    return;
  }
  const users = [...world.users.values()];
  const user = users[turn % Math.max(1, users.length)];
  if (user !== undefined) user.updated = Math.max(now, user.updated);
}
