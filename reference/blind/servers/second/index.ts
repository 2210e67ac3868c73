import { App } from './app.ts';
import { keys as known } from './auth.ts';
import { seed } from './seed.ts';

export const keys: { full: string; restricted: string } = known;

export function createServer(
  options: { bugs?: readonly string[] } = {},
): (request: Request) => Promise<Response> {
  const app = new App(seed(), new Set(options.bugs ?? []));
  return (request) => app.handle(request);
}
