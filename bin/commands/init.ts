import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { variables } from '../../harness/run/options.ts';
import { labelled, plural } from '../../reports/terminal/layout.ts';
import { commandLine } from '../../spec/command-line.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { type Discovery, discover } from '../init/discover.ts';
import { readVendor } from '../init/vendor/read.ts';
import { type Places, placesFor, refuseToReplace, writeText } from '../init/write.ts';
import type { Departure } from '../lint/departures.ts';
import { departureLines } from '../lint/text.ts';
import { withTarget } from '../target.ts';

const flags = {
  target: { value: 'URL', help: 'Base address of the target, with /api/v1.' },
  'profile-out': {
    value: 'FILE',
    help: 'Where the profile goes; profile.yaml unless given. An overlay goes beside it, where one is needed.',
  },
  openapi: { value: 'FILE|URL', help: 'The vendor’s OpenAPI description, 3.0 or 3.1, YAML or JSON.' },
  force: { help: 'Replace existing files.' },
} as const;

/** `rollcall init`: writes a profile and an overlay from what a target shows. */
export const init: Command = {
  usage: 'rollcall init --target URL [--profile-out FILE] [--openapi FILE|URL] [--force]',
  about:
    'Reads from a target, and writes a profile with what its answers show: keys, page limits, literals, shapes, statuses, error formats. What they do not show becomes a comment with the open question, and an example that can be put in force. What the short words of a profile cannot say goes into an overlay beside it. No value of the target’s data is written, except the few words of its enumerations.\n\n' +
    'With --openapi, the shapes come from that description, and each place where it contradicts the interface is told with its clause and line. An answer that is narrower than the interface contradicts nothing. The exit code is 1 if there is a contradiction, and 0 otherwise.',
  flags,
  run: async (args) => {
    const { values } = readFlags(flags, args);
    const target = values['target']?.at(-1) ?? process.env[variables.target];
    if (target === undefined || target === '') {
      throw new ConfigurationError('init needs a target to look at: --target https://host/api/v1');
    }
    const places = placesFor(values['profile-out']?.at(-1) ?? 'profile.yaml');
    refuseToReplace(places, values['force'] !== undefined);
    const description = values['openapi']?.at(-1);
    const vendor = description === undefined ? undefined : await readVendor(description);
    const env = {
      ...process.env,
      [variables.target]: target,
      [variables.profile]: '',
      [variables.write]: '0',
    };
    const found = await withTarget(env, (open) => discover(open, vendor, places), 'unknown');
    if (found.overlay !== undefined) writeText(places.overlay, found.overlay);
    writeText(places.profile, found.profile);
    process.stdout.write(`${summary(found, places, description)}\n`);
    return found.departures.some(isContradiction) ? exits.violates : exits.ok;
  },
};

function summary(found: Discovery, places: Places, description: string | undefined): string {
  const { filled, open, requests } = found;
  const [profile, overlay] = [nameOf(places.profile), nameOf(places.overlay)];
  const lines = [
    `Looked with ${plural(requests, 'request')}, all of them reads.`,
    `Filled ${plural(filled, 'gap')} of the interface; ${open} are left as commented slots.`,
    found.overlay === undefined
      ? `Wrote ${profile}. Read it before you rely on it.`
      : `Wrote ${profile}, and ${overlay} for the rest. Read both before you rely on them.`,
    `Then: ${commandLine(`doctor --profile ${profile}`)}`,
  ];
  return [...lines, ...(description === undefined ? [] : ['', ...comparison(found, description)])].join('\n');
}

/** What the comparison with the interface says: contradictions by place and clause, and how many lesser departures. */
function comparison({ departures }: Discovery, description: string): string[] {
  const wrong = departures.filter(isContradiction);
  const lesser = departures.length - wrong.length;
  const rest = `${plural(lesser, 'place')} where it says less than the interface: ${commandLine(`lint ${description}`)}`;
  const more = lesser === 0 ? [] : labelled('', rest, 0, 0);
  if (wrong.length === 0) return ['The description contradicts the interface nowhere.', ...more];
  const head = `The description contradicts the interface in ${plural(wrong.length, 'place')}:`;
  return [head, '', ...departureLines(wrong), ...(lesser === 0 ? [] : ['', ...more])];
}

/** Whether a departure breaks what the interface says; a lesser one only leaves something out. */
function isContradiction({ level }: Departure): boolean {
  return level === 'error';
}

/** A file name as the caller would write it: relative where the file is below the working folder. */
function nameOf(file: string): string {
  const relative = path.relative('', file);
  return relative.startsWith('..') ? file : relative;
}
