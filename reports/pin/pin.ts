import { readFileSync, statSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ObservedAnswer, Shapes } from '../../harness/privacy/shapes.ts';
import { commandLine } from '../../spec/command-line.ts';
import { ContractError } from '../../spec/contract.ts';
import { type Choices, choicesOf } from '../comparison/choices.ts';
import type { Side } from '../comparison/side.ts';
import { baseUrl } from '../report.ts';

/** What is pinned of one place of an answer. */
interface PinnedPlace {
  readonly types: readonly string[];
  /** The field is left out at times. */
  readonly optional?: true;
  readonly literals?: readonly string[];
}

/** A lock: the choices of a target and the shapes of its answers, to be committed. Later runs are held to it. */
export interface Pin {
  readonly format: typeof pinFormat;
  readonly interface: string;
  readonly target: string;
  /** The ways that were taken, by choice and operation. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** The places of an answer, by operation and status: `listUsers 200`. */
  readonly shapes: Readonly<Record<string, Readonly<Record<string, PinnedPlace>>>>;
}

const pinFormat = 'rollcall-pin/1';
const mostBytes = 16 * 1024 * 1024;

/** Makes the lock of a finished run. */
export function makePin({ run, shapes }: Pick<Side, 'run' | 'shapes'>): Pin {
  const choices = [...choicesOf(run.rows, shapes)].map(([choice, ways]) => [
    choice,
    Object.fromEntries([...ways].sort(([a], [b]) => (a < b ? -1 : 1))),
  ]);
  return {
    format: pinFormat,
    interface: run.header.interface,
    target: run.header.target.embedded ? 'the embedded reference service' : baseUrl(run.header),
    choices: Object.fromEntries(choices),
    shapes: Object.fromEntries(
      shapes.map((answer) => [`${answer.operation} ${answer.status}`, placesOf(answer)]),
    ),
  };
}

/** A field of fewer objects may be there by chance: it isn't pinned as one that is always there. */
const few = 5;

function placesOf({ places }: ObservedAnswer): Record<string, PinnedPlace> {
  const sorted = [...places].sort((a, b) => (a.place < b.place ? -1 : 1));
  const entries = sorted.map(({ place, types, seen, of, literals }) => [
    place,
    { types, ...(seen < of || of < few ? { optional: true } : {}), ...(literals ? { literals } : {}) },
  ]);
  return Object.fromEntries(entries);
}

/** The text of a lock: one place a line, so that a review shows what changed and nothing else. */
export function formatPin(pin: Pin): string {
  const group = (entries: readonly (readonly [string, string])[], indent: string) =>
    entries.length === 0
      ? '{}'
      : `{\n${entries.map(([key, text]) => `${indent}  ${JSON.stringify(key)}: ${text}`).join(',\n')}\n${indent}}`;
  const nested = (groups: Readonly<Record<string, Readonly<Record<string, unknown>>>>) =>
    Object.entries(groups).map(([key, members]) => {
      const lines = Object.entries(members).map(([name, held]) => [name, JSON.stringify(held)] as const);
      return [key, group(lines, '    ')] as const;
    });
  const { choices, shapes, ...head } = pin;
  const top = Object.entries(head).map(([key, value]) => [key, JSON.stringify(value)] as const);
  const below = [
    ['choices', group(nested(choices), '  ')],
    ['shapes', group(nested(shapes), '  ')],
  ] as const;
  return `${group([...top, ...below], '')}\n`;
}

const words = { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 500 } };
const table = (held: object, most: number) => ({
  type: 'object',
  maxProperties: most,
  propertyNames: { maxLength: 1_000 },
  additionalProperties: held,
});
const schema = {
  type: 'object',
  required: ['format', 'interface', 'target', 'choices', 'shapes'],
  additionalProperties: false,
  properties: {
    format: { const: pinFormat },
    interface: { type: 'string', maxLength: 50 },
    target: { type: 'string', maxLength: 2_000 },
    choices: table(table(words, 500), 1_000),
    shapes: {
      ...table(
        table(
          {
            type: 'object',
            required: ['types'],
            additionalProperties: false,
            properties: { types: words, optional: { const: true }, literals: words },
          },
          2_000,
        ),
        2_000,
      ),
      propertyNames: { pattern: '^[A-Za-z0-9]{1,100} [1-5][0-9][0-9]$' },
    },
  },
};

let compiled: ReturnType<Ajv2020['compile']> | undefined;

/** Reads a lock from its file. @throws ContractError that names the file, the place in it and the fix */
export function readPin(file: string): Pin {
  const fix = `\`${commandLine('pin --out FILE')}\` writes one`;
  const facts = statSync(file, { throwIfNoEntry: false });
  if (!facts?.isFile()) throw new ContractError(`there is no pin ${file}; ${fix}`);
  if (facts.size > mostBytes) throw new ContractError(`${file} is too large for a pin; ${fix}`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new ContractError(`${file} is not JSON; ${fix}`);
  }
  compiled ??= new Ajv2020().compile(schema);
  if (compiled(value)) return value as Pin;
  const [error] = compiled.errors ?? [];
  const place = error?.instancePath || 'the document';
  throw new ContractError(`${file}: ${place}: ${error?.message ?? 'has another shape'}; ${fix}`);
}

/** How many objects a pinned place stands for. A pin does not count: it says `always` or `at times`. */
const many = 60;

/** The shapes of a lock, as a run would have seen them. */
export function pinnedShapes({ shapes }: Pin): Shapes {
  return Object.entries(shapes).map(([key, places]) => {
    const [operation = '', status] = key.split(' ');
    const ms = { median: 0, p95: 0 };
    const seen = Object.entries(places).map(([place, { types, optional, literals }]) => ({
      place,
      types,
      // How rare an optional field is, a pin does not say: that it wasn't met must not count as its end.
      seen: optional ? 1 : many,
      of: many,
      ...(literals ? { literals } : {}),
    }));
    return { operation, status: Number(status), answers: many, ms, places: seen };
  });
}

/** The choices of a lock. */
export function pinnedChoices({ choices }: Pin): Choices {
  return new Map(Object.entries(choices).map(([choice, ways]) => [choice, new Map(Object.entries(ways))]));
}
