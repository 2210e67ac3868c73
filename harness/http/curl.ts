import type { KeyRole } from './answer.ts';

const keyHeader: Record<KeyRole, string | undefined> = {
  full: '"x-api-key: $ROLLCALL_API_KEY"',
  restricted: '"x-api-key: $ROLLCALL_RESTRICTED_KEY"',
  none: undefined,
  empty: "'x-api-key;'",
  wrong: "'x-api-key: not-a-key'",
  shortened: `"$(printf %s "x-api-key: $ROLLCALL_API_KEY" | sed 's/.$//')"`,
  lengthened: '"x-api-key: $ROLLCALL_API_KEY"0',
};

/** A curl command that repeats a request. The shell has the base address in `$BASE` and the key in a variable. */
export function curl(request: { method: string; path: string; key: KeyRole; body?: unknown }): string {
  const key = keyHeader[request.key];
  const parts = ['curl -sS', request.method === 'GET' ? '-g' : `-g -X ${request.method}`];
  if (key) parts.push(`-H ${key}`);
  if (request.body !== undefined) {
    const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body);
    parts.push(`-H 'content-type: application/json' -d ${quote(body)}`);
  }
  parts.push(`"$BASE"${quote(request.path)}`);
  return parts.join(' ');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
