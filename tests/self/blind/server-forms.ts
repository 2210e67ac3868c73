import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { keepIn, readKept } from './kept.ts';
import { type Finding, wasMissed } from './outcomes.ts';
import { share } from './tell.ts';
import { type Treatment, wasAccused } from './treatments.ts';

/** A server in one form. */
export interface Form {
  /** The name of the server, a slash, and what is switched on, or `healthy`. */
  readonly id: string;
  readonly kind: 'healthy' | 'bug' | 'manner';
  readonly switches: readonly string[];
  /** The operations at which a bug may show, as {@link import('../../../reference/blind/kit.ts').BlindFault} has them. */
  readonly at: readonly string[];
  /** The file of the profile that it is judged by. A manner that says other things than its server has one of its own. */
  readonly profile: string;
}

/** Where the servers stand, each in the folder of its name. */
export const folder = path.join(import.meta.dirname, '../../../reference/blind/servers');

/** The names of the servers, in the order in which they were written. */
export const serverNames = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
  'thirteenth',
  'fourteenth',
  'fifteenth',
  'sixteenth',
] as const;

export type ServerName = (typeof serverNames)[number];

/** The forms of one server: as it is, with each bug, and in each manner. */
export function formsOf(name: ServerName): readonly Form[] {
  return [
    { id: `${name}/healthy`, kind: 'healthy', switches: [], at: [], profile: profileOf(name) },
    ...formsIn(name, 'bug'),
    ...formsIn(name, 'manner'),
  ];
}

function formsIn(name: string, kind: 'bug' | 'manner'): readonly Form[] {
  const text = readFileSync(path.join(folder, name, `${kind}s.json`), 'utf8');
  const written = JSON.parse(text) as readonly { id: string; operations?: readonly string[] }[];
  return written.map(({ id, operations = [] }) => ({
    id: `${name}/${id}`,
    kind,
    switches: [id],
    at: operations.map((operation) => operation.replaceAll(/\{\w+\}/g, '{id}')),
    profile: profileOf(name, id),
  }));
}

/** The file of a server's profile, or of that of one of its forms. */
export function profileOf(name: string, form?: string): string {
  const own = path.join(folder, name, `profile-${form}.yaml`);
  return existsSync(own) ? own : path.join(folder, name, 'profile.yaml');
}

/** What became of one form: as of a fault that was written blind, or as of a conforming service. */
export type FormOutcome = Finding & Treatment;

const file = path.join(import.meta.dirname, 'servers.json');

/** What became of those that were judged, by their ids. */
export const readForms = (): Readonly<Record<string, FormOutcome>> => readKept<FormOutcome>(file);

/** Keeps one beside the others, in their order. */
export function keepForm(id: string, outcome: FormOutcome): void {
  const ids = serverNames.flatMap((name) => formsOf(name).map((form) => form.id));
  keepIn(file, ids, id, outcome);
}

/** Whether one was not treated as it should be: before anything was mended, or, of what keeps the interface, since. */
export const wasWrong = ({ kind }: Form, outcome: FormOutcome): boolean =>
  kind === 'bug' ? wasMissed(outcome) : wasAccused(outcome) || isAccused(outcome);

/** What became of all servers, in words. */
export function tellServers(): string {
  return [
    'Servers that were written blind, each judged by its profile, seed 1, standard effort:',
    ...serverNames.map(tellServer),
  ].join('\n');
}

/** What became of one server, in words. */
export function tellServer(name: ServerName): string {
  const forms = formsOf(name);
  const kept = readForms();
  const judged = forms.flatMap((form) => {
    const outcome = kept[form.id];
    return outcome ? [{ form, outcome }] : [];
  });
  const of = (kind: Form['kind']) => forms.filter((form) => form.kind === kind).length;
  const outcomes = (kind: Form['kind']) =>
    judged.flatMap(({ form, outcome }) => (form.kind === kind ? outcome : []));
  const part =
    judged.length < forms.length ? `, of which ${judged.length} of ${forms.length} were judged` : '';
  return [
    `  the ${name} server, ${of('bug')} bugs and ${of('manner')} manners${part}`,
    ...outcomes('healthy').flatMap(tellHealthy),
    ...tellBugs(outcomes('bug')),
    ...tellAccused(outcomes('manner')),
  ].join('\n');
}

const isAccused = ({ first, after = first }: FormOutcome) => after !== 'fine';

function tellHealthy(outcome: FormOutcome): readonly string[] {
  const line = `    as it is            ${isAccused(outcome) ? 'accused' : 'not accused'}`;
  return outcome.why === undefined
    ? [line]
    : [line, `      at first contact it was, with a reason: ${outcome.why}`];
}

function tellBugs(bugs: readonly FormOutcome[]): readonly string[] {
  const isFound = ({ first }: FormOutcome) => first !== 'missed';
  const permitted = bugs.filter((bug) => bug.permitted !== undefined);
  const broken = bugs.filter((bug) => bug.permitted === undefined);
  return [
    `    at first contact    ${share(bugs, isFound)}`,
    `    after the mending   ${share(bugs, ({ first, after = first }) => after !== 'missed')}`,
    `    of the rest, the interface permits ${permitted.length}, each with a reason`,
    `      at first contact, of those that it does not permit: ${share(broken, isFound)}`,
  ];
}

function tellAccused(manners: readonly FormOutcome[]): readonly string[] {
  const still = manners.filter(isAccused);
  const explained = still.filter(({ why }) => why !== undefined);
  return [
    `    manners             ${manners.filter(wasAccused).length} of ${manners.length} accused at first contact, ${still.length} after the mending`,
    `      of these, ${explained.length} with a reason: a sentence that they break, or what the profile says otherwise`,
  ];
}
