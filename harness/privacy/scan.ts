import { givenKeys, nameOfRole } from '../http/key-role.ts';
import type { Row } from '../judging/row.ts';
import type { ExtraHeader } from '../run/headers.ts';
import type { Keys } from '../run/settings.ts';
import { encodingsOf } from './encodings.ts';

/** A text that no output may hold. */
export interface Secret {
  /** The name of the secret, in words: `the full key`. */
  readonly what: string;
  readonly text: string;
}

/** A place where a secret was found. It holds no part of the secret. */
export interface Hit {
  /** The name of the secret. */
  readonly what: string;
  /** The encoding: `as it is`, `in base64`, … */
  readonly how: string;
  /** The number of characters before the secret. */
  readonly at: number;
}

/** Finds secrets in a text. */
export type Scan = (text: string) => readonly Hit[];

/** The shortest secret that is looked for: a shorter text would be found everywhere by chance. */
const shortest = 6;

/** Makes a scan for secrets, in every encoding in which an output could hold them and without regard to case. */
export function openScan(secrets: readonly Secret[]): Scan {
  const needles = secrets
    .filter(({ text }) => text.length >= shortest)
    .flatMap(({ what, text }) => encodingsOf(text).map(({ how, forms }) => ({ what, how, forms })));
  return (text) => {
    if (needles.length === 0) return [];
    const lower = text.toLowerCase();
    return needles.flatMap(({ what, how, forms }) => {
      const places = forms.map((form) => lower.indexOf(form)).filter((at) => at >= 0);
      return places.length > 0 ? [{ what, how, at: Math.min(...places) }] : [];
    });
  };
}

/** The row as it may be written. A row that holds a secret becomes a suite error that names the field. */
export function withoutSecrets(row: Row, scan: Scan): Row {
  const hit = Object.entries(row).flatMap(([name, value]) => {
    const [first] = scan(JSON.stringify(value) ?? '');
    return first ? [{ name, first }] : [];
  })[0];
  if (!hit) return row;
  const { id, clause, check, operation, requests } = row;
  const reason = `\`${hit.name}\` of this row held ${hit.first.what} (${hit.first.how}), so the row was not written`;
  return { id, clause, check, operation, requests, verdict: 'suiteError', blame: 'rollcall', reason };
}

/** The secrets of a run: its keys, the headers of a gateway, and its canaries, the texts that somebody planted on the target to detect leaks. */
export function secretsOf(
  keys: Keys,
  canaries: readonly string[],
  headers: readonly ExtraHeader[] = [],
): Secret[] {
  const named = [
    ...givenKeys(keys).map(([role, text]) => ({ what: `the ${nameOfRole(role)} key`, text })),
    ...headers.flatMap(({ name, value, variable }) =>
      variable === undefined ? [] : [{ what: `the header ${name}`, text: value }],
    ),
  ];
  return [...named, ...canaries.map((text, index) => ({ what: `canary ${index + 1}`, text }))];
}

/** The canaries in the environment variable ROLLCALL_CANARIES, one a line. */
export function canariesIn(env: Readonly<Record<string, string | undefined>>): string[] {
  return (env['ROLLCALL_CANARIES'] ?? '').split('\n').filter((text) => text !== '');
}
