import type { Line } from '../kit.ts';

/** The answer to what a request means, by which to tell whether the service takes it at all. */
export function checked({ ask, pass }: Line, query: URLSearchParams): Promise<Response> {
  return pass(ask.query.has('cursor') && ask.query.has('offset') ? {} : { query });
}
