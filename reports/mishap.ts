import { stripVTControlCharacters } from 'node:util';
import { thrownAt } from '../spec/thrown-at.ts';

/** An error as Playwright passes it to a reporter. */
export interface ReportedError {
  readonly message?: string;
  readonly stack?: string;
  readonly value?: string;
}

/** Messages of Playwright that quote no values. */
const harmless = [
  /worker process exited unexpectedly[^\n]*/i,
  /test timeout of \d+ms exceeded/i,
  /test was interrupted/i,
  /no tests found/i,
];

/** Messages of this project's own errors, which quote no secrets. */
const own = /^(?:ConfigurationError|ContractError|RowsError|StorageError): [\s\S]*/;

/**
 * The words for an error in a report, by an allow-list. Playwright quotes request headers in some messages. A message
 * that is not known to be harmless is therefore replaced by the name of the error and its place in the source.
 */
export function nameMishap(error: ReportedError): string {
  const text = stripVTControlCharacters(error.message ?? error.value ?? '').trim();
  const known = own.exec(text) ?? harmless.map((pattern) => pattern.exec(text)).find((found) => found);
  if (known) return known[0];
  const name = /^(\w*Error)\b/.exec(text)?.[1] ?? 'an error';
  const place = thrownAt(stripVTControlCharacters(error.stack ?? ''));
  return place ? `${name} at ${place}` : name;
}
