// Other clients, at work between any two requests of this one.

import { Dice } from './ground.ts';
import type { Ctx } from './kernel.ts';
import type { User } from './world.ts';
import { resultFor } from './world-sessions.ts';

const MOST = 300;

interface Others {
  dice: Dice;
  made: number;
}
const others = new WeakMap<object, Others>();

export function between(ctx: Ctx): void {
  const { world, views, now } = ctx;
  let state = others.get(world);
  if (!state) {
    state = { dice: new Dice(77), made: 0 };
    others.set(world, state);
  }
  const { dice } = state;
  if (ctx.serial % 4 === 1 && state.made < MOST) {
    state.made++;
    const first = dice.pick(['Nia', 'Omar', 'Zoë', 'Tadhg', "D'Arcy"]);
    const last = dice.pick(['Price', "O'Hara", 'Šimić', 'Osei']);
    const user: User = {
      id: dice.uuid(),
      username: `newcomer${state.made}`,
      roles: ['STUDENT'],
      firstName: first,
      lastName: last,
      fullName: `${first} ${last}`,
      emails: [`newcomer${state.made}@pupils.northfield.example`],
      created: now,
      updated: now,
      disabled: false,
      classIds: new Set(),
      cohortIds: new Set(),
    };
    world.users.push(user);
    views.addUser(user);
  }
  if (ctx.serial % 7 === 3) {
    const open = world.sessions.find((one) => one.end === undefined && one.start < now);
    if (!open) return;
    open.end = now;
    open.result = resultFor(world, open.testId, ctx.serial, now, Math.min(now - open.start, 5_400_000));
  }
}
