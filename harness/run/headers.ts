import { ConfigurationError } from '../judging/outcome.ts';
import { type HeaderPlace, type Profile, readText } from './profile.ts';

/** A header that every request carries besides those of the interface, for a gateway in front of the target. */
export interface ExtraHeader {
  readonly name: string;
  readonly value: string;
  /** The variable of the shell that stands for the value in all output; left out for a value that the profile shows. */
  readonly variable?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Headers that requests have already, or that say how a request is sent. */
const ours: readonly string[] = [
  'x-api-key',
  'host',
  'content-length',
  'content-type',
  'content-encoding',
  'accept',
  'accept-encoding',
  'connection',
  'transfer-encoding',
  'keep-alive',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'origin',
  'cookie',
  'date',
];

/** Prefixes of headers that belong to browsers, or that change what a request means. */
const meaningful = /^(sec-|proxy-|access-control-|if-|x-(http-)?method)/;

/**
 * Reads the headers that a profile adds to every request.
 *
 * @throws ConfigurationError for a header that a profile may not set, and for a variable or a file that holds no value
 */
export function headersFor(profile: Pick<Profile, 'headers' | 'mistake'>, env: Environment): ExtraHeader[] {
  return Object.entries(profile.headers ?? {}).map(([name, place]) => {
    const fail = (what: string, fix: string) =>
      profile.mistake?.(['headers', name], what, fix) ??
      new ConfigurationError(`headers.${name}: ${what}; ${fix}`);
    if (ours.includes(name.toLowerCase()) || meaningful.test(name.toLowerCase()))
      throw fail('is a header that a profile may not set', 'leave it out: a run sends its own, or none');
    return headerAt(name, place, env, fail);
  });
}

function headerAt(
  name: string,
  place: HeaderPlace,
  env: Environment,
  fail: (what: string, fix: string) => ConfigurationError,
): ExtraHeader {
  if (typeof place === 'string') return { name, value: place };
  const value = 'env' in place ? (env[place.env] ?? '') : readText(place.file).trim();
  const where = 'env' in place ? `the variable ${place.env}` : place.file;
  if (value === '') throw fail(`${where} holds no value`, 'set it, or take this header out of the profile');
  if (!/^[\x20-\x7e]+$/.test(value))
    throw fail(`${where} holds a value that no header can carry`, 'put plain text into it, on one line');
  const own = name.toUpperCase().replaceAll('-', '_');
  return { name, value, variable: 'env' in place ? place.env : own };
}
