import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as first from '../../../reference/blind/servers/first/index.ts';
import * as second from '../../../reference/blind/servers/second/index.ts';
import { keepIn, readKept } from './kept.ts';
import { type Outcome, wasMissed } from './outcomes.ts';
import { share } from './tell.ts';
import { type Treatment, wasAccused } from './treatments.ts';

/** A server that was written from the interface alone, with bugs and manners that are switched on by their ids. */
export interface WrittenServer {
  readonly name: string;
  readonly createServer: typeof first.createServer;
  readonly keys: typeof first.keys;
  /** The file of its profile. */
  readonly profile: string;
  /** The server as it is, its bugs, and its manners. */
  readonly forms: readonly Form[];
}

/** A server in one form. */
export interface Form {
  /** The name of the server, a slash, and what is switched on, or `healthy`. */
  readonly id: string;
  readonly kind: 'healthy' | 'bug' | 'manner';
  readonly switches: readonly string[];
  /** The operations at which a bug may show, as {@link import('../../../reference/blind/kit.ts').BlindFault} has them. */
  readonly at: readonly string[];
}

const folder = path.join(import.meta.dirname, '../../../reference/blind/servers');

/** The servers, in the order in which they were written. */
export const servers: readonly WrittenServer[] = Object.entries({ first, second }).map(
  ([name, { createServer, keys }]) => ({
    name,
    createServer,
    keys,
    profile: path.join(folder, name, 'profile.yaml'),
    forms: [
      { id: `${name}/healthy`, kind: 'healthy', switches: [], at: [] },
      ...formsIn(name, 'bug'),
      ...formsIn(name, 'manner'),
    ],
  }),
);

function formsIn(name: string, kind: 'bug' | 'manner'): readonly Form[] {
  const text = readFileSync(path.join(folder, name, `${kind}s.json`), 'utf8');
  const written = JSON.parse(text) as readonly { id: string; operations?: readonly string[] }[];
  return written.map(({ id, operations = [] }) => ({
    id: `${name}/${id}`,
    kind,
    switches: [id],
    at: operations.map((operation) => operation.replaceAll(/\{\w+\}/g, '{id}')),
  }));
}

/** What became of one form: as of a fault that was written blind, or as of a conforming service. */
export type FormOutcome = Outcome & Treatment;

const file = path.join(import.meta.dirname, 'servers.json');

/** What became of those that were judged, by their ids. */
export const readForms = (): Readonly<Record<string, FormOutcome>> => readKept<FormOutcome>(file);

/** Keeps one beside the others, in their order. */
export function keepForm(id: string, outcome: FormOutcome): void {
  const ids = servers.flatMap(({ forms }) => forms.map((form) => form.id));
  keepIn(file, ids, id, outcome);
}

/** Whether one was not treated as it should be, before anything was mended. */
export const wasWrong = ({ kind }: Form, outcome: FormOutcome): boolean =>
  kind === 'bug' ? wasMissed(outcome) : wasAccused(outcome);

/** What became of all servers, in words. */
export function tellServers(): string {
  return [
    'Servers that were written blind, each judged by its profile, seed 1, standard effort:',
    ...servers.map(tellServer),
  ].join('\n');
}

/** What became of one server, in words. */
export function tellServer({ name, forms }: WrittenServer): string {
  const kept = readForms();
  const of = (kind: Form['kind']) => forms.filter((form) => form.kind === kind);
  const judged = (kind: Form['kind']) => of(kind).flatMap(({ id }) => kept[id] ?? []);
  const [bugs, manners, healthy] = [judged('bug'), judged('manner'), judged('healthy')];
  return [
    `  the ${name}, ${of('bug').length} bugs and ${of('manner').length} manners, of which ${bugs.length} and ${manners.length} were judged`,
    `    as it is            ${healthy.length === 0 ? 'not judged yet' : healthy.some(isAccused) ? 'accused' : 'not accused'}`,
    ...tellBugs(bugs),
    ...tellAccused(manners),
  ].join('\n');
}

const isAccused = ({ first, after = first }: FormOutcome) => after !== 'fine';

function tellBugs(bugs: readonly FormOutcome[]): readonly string[] {
  const isFound = ({ first }: FormOutcome) => first !== 'missed';
  const permitted = bugs.filter(({ permitted }) => permitted !== undefined);
  const broken = bugs.filter((bug) => !permitted.includes(bug));
  return [
    `    bugs, at first contact    ${share(bugs, isFound)}`,
    `    bugs, after the mending   ${share(bugs, ({ first, after = first }) => after !== 'missed')}`,
    `      of the rest, the interface permits ${permitted.length}, each with a reason`,
    `      at first contact, of those that it does not permit: ${share(broken, isFound)}`,
  ];
}

function tellAccused(manners: readonly FormOutcome[]): readonly string[] {
  const still = manners.filter(isAccused);
  return [
    `    manners, at first contact    ${manners.filter(wasAccused).length} of ${manners.length} accused`,
    `    manners, after the mending   ${still.length} accused, ${still.filter(({ why }) => why !== undefined).length} with a reason`,
  ];
}
