import {
  type Clause,
  type Contract,
  loadContract,
  readVersion,
  type Version,
  versions,
} from '../../spec/contract.ts';
import { escapeMarkdown, markdownCode, markdownTable } from '../markdown.ts';
import { labelled, plural } from '../terminal/layout.ts';
import type { Style } from '../terminal/style.ts';
import type { Rating } from './rate.ts';

/** One difference between two versions of the interface, with what it does to a client of the first. */
export interface VersionChange {
  readonly rating: Rating;
  /** The id of the clause or of the operation. */
  readonly id: string;
  readonly what: string;
  readonly operations: readonly string[];
}

/** What a client meets when its target moves from one version of the interface to another. */
export interface VersionComparison {
  readonly from: Version;
  readonly to: Version;
  readonly changes: readonly VersionChange[];
}

/** The clauses about what a version took away, or changed in place: clients of an older version break on them. */
const breaking = /^versioning\..*-(?:removed|changed)$/;

/** Compares two versions of the interface. @throws ContractError for an unknown version */
export function compareVersions(from: string, to: string): VersionComparison {
  const [before, after] = [readVersion(from), readVersion(to)];
  const [old, now] = [before, after].map((version) => loadContract({ version })) as [Contract, Contract];
  const lost = clausesBeyond(old, now);
  const gained = clausesBeyond(now, old);
  const goesBack = versions.indexOf(after) < versions.indexOf(before);
  const operations = (one: Contract, other: Contract) =>
    one.operations.filter(({ id }) => !other.operations.some((op) => op.id === id));
  const changes: VersionChange[] = [
    ...operations(old, now).map(({ id, method, path }) => ({
      rating: 'breaking' as const,
      id,
      what: `${method} ${path} is gone.`,
      operations: [id],
    })),
    ...gained.filter(({ id }) => breaking.test(id)).map((clause) => changeOf('breaking', clause)),
    ...lost
      .filter(({ level }) => level === 'must')
      .map((clause) => changeOf('breaking', clause, 'No longer promised: ')),
    ...(goesBack || before === after
      ? []
      : undated(now).map((clause) => changeOf('risk', clause, 'At a version that is not named: '))),
    ...operations(now, old).map(({ id, method, path }) => ({
      rating: 'harmless' as const,
      id,
      what: `${method} ${path} is new.`,
      operations: [id],
    })),
    ...gained
      .filter(({ id, level }) => level === 'must' && !breaking.test(id))
      .map((clause) => changeOf('harmless', clause)),
  ];
  return { from: before, to: after, changes };
}

/** The clauses about operations that both versions have, and that only the first of the two states. */
function clausesBeyond(one: Contract, other: Contract): Clause[] {
  const common = new Set(other.operations.map(({ id }) => id));
  return [...one.clauses.values()].filter(
    ({ id, operations }) => !other.clauses.has(id) && operations.some((op) => common.has(op)),
  );
}

/** Breaking changes that the interface dates to no version. */
function undated(contract: Contract): Clause[] {
  return [...contract.clauses.values()].filter(({ id, since }) => breaking.test(id) && since === undefined);
}

function changeOf(rating: Rating, { id, statement, operations }: Clause, start = ''): VersionChange {
  return { rating, id, what: `${start}${statement}`, operations };
}

/** The outcome of a comparison of versions in one sentence. */
export function versionSentence({ from, to, changes }: VersionComparison): string {
  const breaks = changes.filter(({ rating }) => rating === 'breaking').length;
  return breaks > 0
    ? `A move from ${from} to ${to} breaks clients in ${plural(breaks, 'place')}.`
    : `A move from ${from} to ${to} breaks no client of the interface.`;
}

const titles: Readonly<Record<Rating, string>> = {
  breaking: 'Breaks clients',
  risk: 'May break clients',
  harmless: 'New, and does no harm',
};

/** A comparison of versions for the terminal. */
export function versionText(comparison: VersionComparison, style: Style): string {
  const parts = Object.entries(titles).flatMap(([rating, title]) => {
    const some = comparison.changes.filter((one) => one.rating === rating);
    if (some.length === 0) return [];
    const lines = some.flatMap(({ id, what }) => [`- ${id}`, ...labelled('', what, 4, 4)]);
    return [[style.bold(`${title} (${some.length})`), ...lines].join('\n')];
  });
  return [...parts, style.bold(versionSentence(comparison))].join('\n\n');
}

/** A comparison of versions as Markdown. */
export function versionMarkdown(comparison: VersionComparison): string {
  const rows = comparison.changes.map(({ rating, id, what }) => [
    titles[rating],
    markdownCode(id),
    escapeMarkdown(what),
  ]);
  return `### ${escapeMarkdown(versionSentence(comparison))}\n\n${markdownTable(['', 'what', 'says'], rows)}`;
}
