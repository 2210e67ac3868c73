import { stripVTControlCharacters } from 'node:util';

/** An error as Playwright hands it to a reporter. */
export interface ReportedError {
  readonly message?: string;
  readonly stack?: string;
  readonly value?: string;
}

/** What Playwright says of its own accord and without a value of ours or of the target's in it. */
const harmless = [
  /worker process exited unexpectedly[^\n]*/i,
  /test timeout of \d+ms exceeded/i,
  /test was interrupted/i,
  /no tests found/i,
];

/** Errors of this project: their messages are written to be shown. */
const own = /^(?:ConfigurationError|ContractError|RowsError|StorageError): [\s\S]*/;

/**
 * An error in words fit for a report. An allow-list: Playwright quotes request headers in some messages, so a
 * message that is not known to be harmless is told by the name of its error and its place alone.
 */
export function nameMishap(error: ReportedError): string {
  const text = stripVTControlCharacters(error.message ?? error.value ?? '').trim();
  const known = own.exec(text) ?? harmless.map((sign) => sign.exec(text)).find((found) => found);
  if (known) return known[0];
  const name = /^(\w*Error)\b/.exec(text)?.[1] ?? 'an error';
  const place = /([\w-]+\.[jt]s:\d+)/.exec(stripVTControlCharacters(error.stack ?? ''))?.[1];
  return place ? `${name} at ${place}` : name;
}
