import { parseArgs } from 'node:util';
import { ConfigurationError } from '../harness/judging/outcome.ts';
import { suggest } from '../spec/nearest.ts';

/** One flag of a command. */
export interface Flag {
  /** The placeholder for its value in the help. A flag without one takes no value. */
  readonly value?: string;
  /** The flag may be given more than once. */
  readonly many?: true;
  readonly help: string;
}

/** The flags of a command by name, without their dashes. */
export type Flags = Readonly<Record<string, Flag>>;

/** A parsed command line. */
export interface Given {
  /** The values of the flags that were given, in order; `['1']` for a flag without a value. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
}

const secretFlags = ['key', 'api-key', 'apikey', 'x-api-key', 'restricted-key', 'token', 'password'];

/**
 * Parses a command line.
 *
 * @param words how many words are allowed besides flags
 * @throws ConfigurationError that names the flag or the word, and the nearest flag for an unknown one
 */
export function readFlags(flags: Flags, args: readonly string[], words = 0): Given {
  const known: Flags = { ...flags, help: { help: '' } };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' } as const]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const values: Record<string, string[]> = {};
  const rest: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') rest.push(token.value);
    if (token.kind === 'option') {
      const value = readFlag(token, known);
      values[token.name] = known[token.name]?.many ? [...(values[token.name] ?? []), value] : [value];
    }
  }
  const extra = rest[words];
  if (extra !== undefined) throw new ConfigurationError(`\`${extra}\` has no meaning here; see --help`);
  return { values, words: rest };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readFlag({ name, rawName, value, inlineValue }: OptionToken, known: Flags): string {
  if (secretFlags.includes(name.toLowerCase()) && known[name]?.value !== 'FILE') {
    throw new ConfigurationError(
      `${rawName}: a key on the command line is seen by everybody on the machine and kept in the history; ` +
        'set ROLLCALL_API_KEY (and ROLLCALL_RESTRICTED_KEY) in the environment instead',
    );
  }
  const flag = known[name];
  if (!flag || !rawName.startsWith('--')) {
    const names = Object.keys(known).map((one) => `--${one}`);
    throw new ConfigurationError(`there is no flag ${rawName}; ${suggest(rawName, names, 'see --help')}`);
  }
  if (!flag.value) {
    if (value === undefined) return '1';
    throw new ConfigurationError(`${rawName} is on or off and takes no value`);
  }
  if (value !== undefined && value !== '' && (inlineValue || !value.startsWith('--'))) return value;
  throw new ConfigurationError(`${rawName} needs a value: ${rawName} ${flag.value}`);
}

/** The value of a flag as a whole number from 0 to `most`; `undefined` without the flag. @throws ConfigurationError */
export function wholeNumber(given: Given, name: string, most: number): number | undefined {
  const value = given.values[name]?.at(-1);
  if (value === undefined) return undefined;
  if (/^\d{1,12}$/.test(value) && Number(value) <= most) return Number(value);
  throw new ConfigurationError(`--${name} is a whole number from 0 to ${most}, not \`${value}\``);
}
