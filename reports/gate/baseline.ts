import { isMap, isSeq, parseDocument, type YAMLMap } from 'yaml';
import { ContractError } from '../../spec/contract.ts';
import { suggest } from '../../spec/nearest.ts';
import { readSource, type Source } from '../../spec/source.ts';
import { isObject } from '../../spec/tree.ts';

/** A failure that somebody knows and answers for, until a day. */
export interface KnownFailure {
  /** The id of the row. */
  readonly row: string;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which the failure is accepted: `YYYY-MM-DD`. */
  readonly expires: string;
  /** Makes an error that names file and line of the entry. */
  readonly mistake: (what: string, fix: string) => Error;
}

/** A baseline: the known failures of one target. */
export type Baseline = readonly KnownFailure[];

/** What stands in an entry that `--update` wrote until somebody says why the failure is accepted. */
export const unexplained = 'TODO';

const keys = ['row', 'reason', 'owner', 'expires'] as const;
const longest = 2_000;
const mostEntries = 10_000;

/** The most bytes that a baseline may have. */
export const mostBaselineBytes = 4 * 1024 * 1024;

/** Reads the text of a baseline. @throws ContractError that names file, line, key and fix */
export function readBaseline(file: string, text: string): Baseline {
  const source = sourceOf(file, text);
  const tree = source.tree ?? {};
  if (!isObject(tree)) throw source.error([], 'is not a baseline', 'write `failures:` and a list below it');
  for (const key of Object.keys(tree)) {
    if (key === 'failures') continue;
    throw source.error([key], 'is not a key of a baseline', suggest(key, ['failures'], 'known is failures'));
  }
  const list = tree['failures'] ?? [];
  if (!Array.isArray(list) || list.length > mostEntries)
    throw source.error(
      ['failures'],
      `is not a list of at most ${mostEntries} entries`,
      'write one line per row',
    );
  const seen = new Set<string>();
  return list.map((entry: unknown, index) => {
    const known = readEntry(source, entry, index);
    if (seen.has(known.row)) throw known.mistake(`\`${known.row}\` stands here twice`, 'keep one of the two');
    seen.add(known.row);
    return known;
  });
}

function readEntry(source: Source, entry: unknown, index: number): KnownFailure {
  const at = ['failures', index];
  if (!isObject(entry))
    throw source.error(at, 'is not an entry', 'write { row: …, reason: …, owner: …, expires: YYYY-MM-DD }');
  for (const key of Object.keys(entry)) {
    if (keys.some((known) => known === key)) continue;
    throw source.error(
      [...at, key],
      'is not a key of an entry',
      suggest(key, keys, `known are ${keys.join(', ')}`),
    );
  }
  const text = (key: (typeof keys)[number]): string => {
    const value = entry[key];
    if (typeof value === 'string' && value.trim() !== '' && value.length <= longest) return value;
    throw source.error([...at, key], value === undefined ? 'is missing' : 'is not a text', `add \`${key}:\``);
  };
  const expires = text('expires');
  if (!isDay(expires)) throw source.error([...at, 'expires'], 'is not a day', 'write it as YYYY-MM-DD');
  return {
    row: text('row'),
    reason: text('reason'),
    owner: text('owner'),
    expires,
    mistake: (what, fix) => source.error([...at, 'row'], what, fix),
  };
}

/** Whether a text is a day of the calendar, written `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

/** Parses YAML; a text whose aliases grow without end is an error like any other. */
function sourceOf(file: string, text: string): Source {
  try {
    return readSource(file, text);
  } catch (error) {
    if (error instanceof ContractError) throw error;
    throw new ContractError(
      `${file}:1: not readable as YAML: its aliases grow too far; write it without them`,
    );
  }
}

const head = ` Known failures of one target, one line a row: \`rollcall gate\` fails on any other failure, on a line whose row
 passes, and on a line that is past its day. \`rollcall gate --update\` writes this file.`;

/**
 * The text of a baseline with lines taken out and added. Comments and all other lines stay as they are.
 *
 * @param text the baseline as it is; empty for a new one
 */
export function updateBaseline(
  text: string,
  out: ReadonlySet<string>,
  added: readonly Omit<KnownFailure, 'mistake'>[],
): string {
  const document = parseDocument(text);
  if (!isMap(document.contents)) {
    document.contents = document.createNode({ failures: [] }) as unknown as typeof document.contents;
    document.commentBefore ??= head;
  }
  const listed = document.get('failures');
  const list = isSeq<YAMLMap>(listed) ? listed : document.createNode([]);
  document.set('failures', list);
  const nodes = added.map(({ row, reason, owner, expires }) =>
    document.createNode({ row, reason, owner, expires }, { flow: true }),
  );
  const rowOf = (node: unknown): string => (isMap(node) ? String(node.get('row')) : '');
  const kept = list.items.filter((node) => !out.has(rowOf(node)));
  // A new line goes before the first that is greater: a baseline in order stays in order.
  for (const node of nodes) {
    const next = kept.findIndex((other) => rowOf(other) > rowOf(node));
    kept.splice(next < 0 ? kept.length : next, 0, node as never);
  }
  list.items = kept;
  list.flow = kept.length === 0;
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
