import { Command, CommanderError, Option } from 'commander';
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

/** The command of the library that knows these flags; it prints nothing and ends no process. */
export function programOf(flags: Flags): Command {
  const program = new Command().argument('[words...]').helpOption(false).exitOverride();
  program.configureOutput({ writeErr: () => undefined });
  for (const [name, { value, help }] of Object.entries({ ...flags, help: helpFlag }))
    program.addOption(new Option(`--${name}${value === undefined ? '' : ` <${value}>`}`, help));
  return program;
}

const helpFlag: Flag = { help: 'This text.' };

/**
 * Parses a command line.
 *
 * @param words how many words are allowed besides flags
 * @throws ConfigurationError that names the flag or the word, and the nearest flag for an unknown one
 */
export function readFlags(flags: Flags, args: readonly string[], words = 0): Given {
  const known: Flags = { ...flags, help: helpFlag };
  const program = programOf(flags);
  const values: Record<string, string[]> = {};
  for (const [name, flag] of Object.entries(known))
    program.on(`option:${name}`, (given: string | null = null) => {
      // The library takes whatever follows a flag for its value, another flag as well.
      if (given === '' || given?.startsWith('--')) throw withoutValue(name, flag);
      values[name] = [...(flag.many ? (values[name] ?? []) : []), given ?? '1'];
    });
  try {
    program.parse(args, { from: 'user' });
  } catch (error) {
    throw error instanceof CommanderError ? inOurWords(error, known) : error;
  }
  const extra = program.args[words];
  if (extra !== undefined) throw new ConfigurationError(`\`${extra}\` has no meaning here; see --help`);
  return { values, words: program.args };
}

/** An error of the library with what to change. It quotes what was given, of which a key must not be shown. */
function inOurWords({ code, message }: CommanderError, known: Flags): ConfigurationError {
  const raw = /'([^\s=']*)/.exec(message)?.[1] ?? '';
  const name = raw.replace(/^-+/, '');
  const flag = known[name];
  if (code === 'commander.optionMissingArgument' && flag) return withoutValue(name, flag);
  if (secretFlags.includes(name.toLowerCase()))
    return new ConfigurationError(
      `${raw}: a key on the command line is seen by everybody on the machine and kept in the history; ` +
        'set ROLLCALL_API_KEY (and ROLLCALL_RESTRICTED_KEY) in the environment instead',
    );
  if (flag && raw.startsWith('--')) return new ConfigurationError(`${raw} is on or off and takes no value`);
  const given = raw.startsWith('--') ? raw : raw.slice(0, 2);
  const names = Object.keys(known).map((one) => `--${one}`);
  return new ConfigurationError(`there is no flag ${given}; ${suggest(given, names, 'see --help')}`);
}

function withoutValue(name: string, { value = '' }: Flag): ConfigurationError {
  return new ConfigurationError(`--${name} needs a value: --${name} ${value}`);
}

/** The value of a flag as a whole number from 0 to `most`; `undefined` without the flag. @throws ConfigurationError */
export function wholeNumber(given: Given, name: string, most: number): number | undefined {
  const value = given.values[name]?.at(-1);
  if (value === undefined) return undefined;
  if (/^\d{1,12}$/.test(value) && Number(value) <= most) return Number(value);
  throw new ConfigurationError(`--${name} is a whole number from 0 to ${most}, not \`${value}\``);
}
