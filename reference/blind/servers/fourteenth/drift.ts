// A service that goes on living: sessions begin and end, learners come.
import type { App } from './core.ts';
import { int, pick } from './rng.ts';
import { addSession, complete, key, newId } from './world.ts';

export function drift(app: App): void {
  const w = app.world;
  const now = Date.now();
  const open = w.sessions.find((s) => s.end === undefined && s.start < now - 600_000);
  const turn = Math.floor(app.requests / app.s.drift) % 3;
  if (turn === 0 && open) {
    // it ends now, to the second
    complete(w, open, Math.floor((now - open.start) / 1000));
    return;
  }
  const learners = [...w.people.values()].filter((p) => p.kinds.includes('student'));
  if (turn === 1 && learners.length > 0 && w.tests.size > 0) {
    addSession(w, pick(w.r, learners).id, now);
    return;
  }
  const n = int(w.r, 1_000_000);
  const id = newId(w);
  w.people.set(key(id), {
    id,
    kinds: ['student'],
    first: 'New',
    last: `Learner-${n}`,
    username: `new.${n}`,
    emails: [`new.${n}@college.example`],
    created: now,
    updated: now,
    enabled: true,
    classes: new Set(),
    cohorts: new Set(),
  });
}
