import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { displayPath } from '../../reports/output.ts';
import { sarif } from '../../reports/sarif.ts';
import { plural } from '../../reports/terminal/layout.ts';
import { type Contract, loadContract } from '../../spec/contract.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { type Departure, departures } from '../lint/departures.ts';
import { readDescription } from '../lint/read.ts';
import { departureLines, levels } from '../lint/text.ts';

const flags = {
  version: { value: 'VERSION', help: 'Version of the interface; 1.7.0 unless given.' },
  sarif: { help: 'SARIF 2.1.0, for code scanning.' },
  json: { help: 'The same as JSON, for scripts.' },
} as const;

/** `rollcall lint OPENAPI`: tells where a description departs from the interface. */
export const lint: Command = {
  usage: 'rollcall lint OPENAPI [--sarif | --json]',
  about:
    'Tells where an OpenAPI description (3.0 or 3.1, YAML or JSON) departs from the interface, clause by clause, without one request. A request departs where it refuses what the interface allows. An answer departs where it allows what the interface does not; one that is narrower does not.\n\n' +
    'The exit code is 1 if there is an error, and 0 for warnings and notes alone.',
  flags,
  run: async (args) => {
    const { values, words } = readFlags(flags, args, 1);
    const [file] = words;
    if (file === undefined)
      throw new ConfigurationError('lint needs an OpenAPI description: rollcall lint FILE');
    const version = values['version']?.at(-1);
    const contract = loadContract(version === undefined ? {} : { version });
    const found = departures(readDescription(file), contract);
    process.stdout.write(`${render(found, file, contract, values)}\n`);
    return found.some(({ level }) => level === 'error') ? exits.violates : exits.ok;
  },
};

function render(
  found: readonly Departure[],
  file: string,
  contract: Contract,
  values: Readonly<Record<string, readonly string[]>>,
): string {
  if (values['json'])
    return JSON.stringify({ file, interface: contract.version, departures: found }, null, 2);
  if (values['sarif']) {
    const rules = [...contract.clauses.values()].map(({ id, statement }) => ({ id, statement }));
    const named = [...rules, ...contract.operations.map(({ id, summary }) => ({ id, statement: summary }))];
    return sarif(
      found.map((one) => findingOf(one, file)),
      named,
    ).trimEnd();
  }
  return text(found, file);
}

function findingOf({ clause, operation, where, stated, described, level, line }: Departure, file: string) {
  const message = `${operation}, ${where}: the interface says ${stated}, the description ${described}.`;
  const identity = `${clause} ${operation} ${where} ${stated} ${described}`;
  return { rule: clause, level, message, file: displayPath(file), line, identity };
}

function text(found: readonly Departure[], file: string): string {
  if (found.length === 0) return `${file} departs from the interface nowhere.`;
  const counts = levels.map((level) => plural(found.filter((one) => one.level === level).length, level));
  return [...departureLines(found), '', `${file} departs from the interface: ${counts.join(', ')}.`].join(
    '\n',
  );
}
