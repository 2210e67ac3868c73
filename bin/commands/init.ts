import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { exits } from '../../harness/judging/verdict.ts';
import { makeWithParents } from '../../harness/run/folder.ts';
import { fileJournal, type Journal, memoryJournal } from '../../harness/run/journal.ts';
import { variables } from '../../harness/run/options.ts';
import { journalFile } from '../../harness/run/preflight-record.ts';
import { loadProfile } from '../../harness/run/profile.ts';
import { labelled, plural } from '../../reports/terminal/layout.ts';
import { commandLine } from '../../spec/command-line.ts';
import type { Command } from '../command.ts';
import { readFlags } from '../flags.ts';
import { type Discovery, discover } from '../init/discover.ts';
import { learnByTries, leftBy } from '../init/tries/learn.ts';
import { mostMade, mostTries } from '../init/tries/trier.ts';
import { readVendor } from '../init/vendor/read.ts';
import { knownNames } from '../init/words/known.ts';
import { type Places, placesFor, refuseToReplace, writeText } from '../init/write.ts';
import type { Departure } from '../lint/departures.ts';
import { departureLines } from '../lint/text.ts';
import { type OpenTarget, withTarget } from '../target.ts';

const flags = {
  target: { value: 'URL', help: 'Base address of the target, with /api/v1.' },
  'profile-out': {
    value: 'FILE',
    help: 'Where the profile goes; profile.yaml unless given. An overlay goes beside it, where one is needed.',
  },
  openapi: { value: 'FILE|URL', help: 'The vendor’s OpenAPI description, 3.0 or 3.1, YAML or JSON.' },
  write: {
    help: 'Also find out bodies and statuses by tries that write, on things that this command creates.',
  },
  profile: {
    value: 'FILE',
    help: 'With --write: a profile that says where keys are, how fast to go, and what fields are called (shapes.fields) whose names nobody would guess.',
  },
  force: { help: 'Replace existing files.' },
} as const;

/** `rollcall init`: writes a profile and an overlay from what a target shows. */
export const init: Command = {
  usage: 'rollcall init --target URL [--openapi FILE|URL] [--write] [options]',
  about:
    'Reads from a target, and writes a profile with what its answers show: keys, page limits, literals, shapes, statuses, error formats. What they do not show becomes a comment with the open question, and an example that can be put in force. What the short words of a profile cannot say goes into an overlay beside it. No value of the target’s data is written, except the few words of its enumerations.\n\n' +
    'With --openapi, the shapes come from that description, and each place where it contradicts the interface is told with its clause and line. An answer that is narrower than the interface contradicts nothing. The exit code is 1 if there is a contradiction, and 0 otherwise.\n\n' +
    `With --write, it also finds out what the operations take that the interface only names, with at most ${mostTries} tries each, on things that it creates: ${mostMade} at most, which stay. Nothing else on the target is touched. The profile says of each operation how it was found, or why not.`,
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
    const writes = values['write'] !== undefined;
    const env = {
      ...process.env,
      [variables.target]: target,
      [variables.profile]: values['profile']?.at(-1) ?? '',
      [variables.write]: writes ? '1' : '0',
    };
    const journal = writes ? journalBeside(places) : memoryJournal();
    const given = values['profile']?.at(-1);
    const known = given === undefined ? {} : knownNames(loadProfile(given));
    const look = (open: OpenTarget) =>
      writes
        ? discover(open, vendor, places, (contract, words) => learnByTries(open.run, contract, words, known))
        : discover(open, vendor, places);
    const found = await withTarget(env, look, 'unknown', journal);
    if (found.overlay !== undefined) writeText(places.overlay, found.overlay);
    writeText(places.profile, found.profile);
    process.stdout.write(`${summary(found, places, description, writes ? leftBy(journal) : undefined)}\n`);
    return found.departures.some(isContradiction) ? exits.violates : exits.ok;
  },
};

/** The journal of what tries make, in a folder beside the profile: it outlives a crash. */
function journalBeside({ profile }: Places): Journal {
  const folder = path.join(path.dirname(profile), 'rollcall-init');
  makeWithParents(folder);
  return fileJournal(journalFile(folder));
}

function summary(
  found: Discovery,
  places: Places,
  description: string | undefined,
  left: string | undefined,
): string {
  const { filled, open, requests } = found;
  const [profile, overlay] = [nameOf(places.profile), nameOf(places.overlay)];
  const lines = [
    left === undefined
      ? `Looked with ${plural(requests, 'request')}, all of them reads.`
      : `Looked with ${plural(requests, 'request')}. The tries left on the target: ${left}.`,
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
