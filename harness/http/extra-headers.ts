import { Inconclusive } from '../judging/outcome.ts';
import type { ExtraHeader } from '../run/headers.ts';
import type { BrowserPort } from './browser.ts';
import type { Outgoing, Transport } from './transport.ts';

/** A transport that adds headers to every request. Nothing above it sees them, so that no report can show them. */
export function withHeaders(transport: Transport, extra: readonly ExtraHeader[] = []): Transport {
  if (extra.length === 0) return transport;
  return (request, deadlineMs) => transport(added(request, extra), deadlineMs);
}

/**
 * A browser whose page adds the same headers. A browser asks the target first whether a page may send them, and no
 * sentence of the interface promises that: a refusal then says nothing of the target.
 */
export function browserWithHeaders(port: BrowserPort, extra: readonly ExtraHeader[] = []): BrowserPort {
  if (extra.length === 0) return port;
  return async (request) => {
    const seen = await port(added(request, extra));
    if (seen !== 'blocked') return seen;
    throw new Inconclusive(
      'needs a browser to be let through with the `headers` of the profile, which a page may not send by itself',
      'configuration',
    );
  };
}

function added(request: Outgoing, extra: readonly ExtraHeader[]): Outgoing {
  const names = new Set(extra.map(({ name }) => name.toLowerCase()));
  const others = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
  const own = extra.map(({ name, value }): [string, string] => [name, value]);
  return { ...request, headers: Object.fromEntries([...others, ...own]) };
}
