import type { Ctx } from '../ctx.ts';
import type { Reply } from '../types.ts';

export interface Route {
  method: string;
  path: string;
  need: 'read' | 'write';
  body?: boolean;
  /** The query parameters known (object parameters by their name). */
  query?: readonly string[];
  run: (ctx: Ctx) => Reply | Promise<Reply>;
}
