// The tenth server: a roster and assessment service in memory, with switches.

import { bugs } from './bugs.ts';
import { manners } from './manners.ts';
import { answer } from './router.ts';
import { seed } from './seed.ts';
import { Switches } from './switches.ts';

export { keys, operations } from './router.ts';

export function createServer(
  options: { bugs?: readonly string[]; seen?: (id: string) => void } = {},
): (request: Request) => Promise<Response> {
  const world = seed();
  const switches = new Switches([...bugs, ...manners], new Set(options.bugs ?? []), options.seen);
  return (request) => answer(world, switches, request);
}
