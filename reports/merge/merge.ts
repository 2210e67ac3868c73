import type { Row } from '../../harness/judging/row.ts';
import { count } from '../../harness/judging/verdict.ts';
import { selectionDigest } from '../header.ts';
import type { Header, Run } from '../report.ts';
import { oneOf } from './rows.ts';

/** The run that a shard left, with the name of its folder. */
export interface ShardRun {
  readonly folder: string;
  readonly run: Run;
}

/** A set of shards that do not make one run. The message names the folder and the fix. */
export class MergeError extends Error {
  override readonly name = 'MergeError';
}

/** What all shards of a run have in common, by the words for it. */
const common: readonly (readonly [string, (header: Header) => unknown])[] = [
  ['version of Rollcall', ({ tool }) => tool.version],
  ['target', ({ target }) => (target.embedded ? 'embedded' : target.origin + target.basePath)],
  ['profile', ({ target }) => target.profile],
  ['contract', ({ contract }) => contract],
  ['seed', ({ run }) => run.seed],
  ['effort', ({ run }) => run.effort],
  ['permission to write', ({ run }) => run.write],
  ['number of shards', ({ shard }) => shard?.of],
  ['selection of rows', ({ shard }) => shard?.selection],
];

/**
 * Makes one run of its shards.
 *
 * @param afterAll whether a row is judged after all others, by their answers, so that every shard has one of its own
 * @param order every row of the catalogue in the order of the plan
 * @throws MergeError for a shard that is missing or strange, and for a row that comes twice
 */
export function mergeRuns(
  shards: readonly ShardRun[],
  afterAll: (id: string) => boolean,
  order: readonly string[],
): Run {
  refuseStrangers(shards);
  refuseGaps(shards);
  const byId = rowsById(shards, afterAll);
  const places = new Map(order.map((id, at) => [id, at]));
  const place = ({ id }: Row) => places.get(id) ?? order.length;
  const rows = [...byId.values()].map(oneOf).toSorted((a, b) => place(a) - place(b));
  refuseOthers(shards, rows);
  return { header: headerOf(shards, rows.length), rows, footer: footerOf(shards, rows) };
}

/** Refuses folders that are no shards, and those that differ in more than their number. */
function refuseStrangers(shards: readonly ShardRun[]): void {
  const [first, ...others] = shards;
  if (first === undefined) throw new MergeError('merge needs the folders that all shards left');
  for (const { folder, run } of shards)
    if (run.header.shard === undefined)
      throw new MergeError(`${folder} is of a whole run, not of a shard; name the folders of shards alone`);
  for (const { folder, run } of others) {
    const other = common.find(([, of]) => of(run.header) !== of(first.run.header));
    if (other === undefined) continue;
    const [words, of] = other;
    const both =
      words === 'selection of rows' ? '' : ` (${of(run.header)}, and there ${of(first.run.header)})`;
    throw new MergeError(
      `${folder} has another ${words} than ${first.folder}${both}; merge shards that differ in their number alone`,
    );
  }
}

/** Refuses a set in which a shard is missing or comes twice. */
function refuseGaps(shards: readonly ShardRun[]): void {
  const seen = new Map<number, string>();
  for (const { folder, run } of shards) {
    const { index = 0, of = 0 } = run.header.shard ?? {};
    const known = seen.get(index);
    if (known !== undefined)
      throw new MergeError(`${folder} is shard ${index}/${of}, and so is ${known}; leave one out`);
    seen.set(index, folder);
  }
  const of = shards[0]?.run.header.shard?.of ?? 0;
  const missing = Array.from({ length: of }, (_, at) => at + 1).filter((index) => !seen.has(index));
  if (missing.length === 0) return;
  const named = missing.map((index) => `${index}/${of}`).join(', ');
  throw new MergeError(
    `shard ${named} ${missing.length === 1 ? 'is' : 'are'} missing; name the folders of all ${of} shards`,
  );
}

function rowsById(
  shards: readonly ShardRun[],
  afterAll: (id: string) => boolean,
): ReadonlyMap<string, readonly [Row, ...Row[]]> {
  const rows = new Map<string, readonly [Row, ...Row[]]>();
  const owners = new Map<string, string>();
  for (const { folder, run } of shards)
    for (const row of run.rows) {
      const known = rows.get(row.id);
      if (known && !afterAll(row.id))
        throw new MergeError(
          `\`${row.id}\` is in ${owners.get(row.id)} and in ${folder}; these are not shards of one run`,
        );
      owners.set(row.id, folder);
      rows.set(row.id, known ? [...known, row] : [row]);
    }
  return rows;
}

/** Refuses a set whose rows are not those that were asked for. */
function refuseOthers(shards: readonly ShardRun[], rows: readonly Row[]): void {
  const { rows: asked = 0, selection } = shards[0]?.run.header.shard ?? {};
  if (rows.length === asked && selectionDigest(rows.map(({ id }) => id)) === selection) return;
  throw new MergeError(
    `the shards have ${rows.length} rows together, and the run was asked for ${asked} that are not all the same; run all shards again with one version`,
  );
}

function headerOf(shards: readonly ShardRun[], planned: number): Header {
  const headers = shards.map(({ run }) => run.header);
  const [first] = headers;
  if (first === undefined) throw new MergeError('merge needs the folders that all shards left');
  const { shard: _, ...whole } = first;
  const startedAt = headers.map(({ run }) => run.startedAt).reduce((a, b) => (a < b ? a : b));
  return { ...whole, run: { ...whole.run, startedAt }, planned };
}

function footerOf(shards: readonly ShardRun[], rows: readonly Row[]): Run['footer'] {
  const footers = shards.map(({ run }) => run.footer);
  const startedAt = Math.min(...shards.map(({ run }) => Date.parse(run.header.run.startedAt)));
  const finishedAt = footers.map((footer) => footer.finishedAt).reduce((a, b) => (a > b ? a : b), '');
  return {
    kind: 'footer',
    counts: count(rows),
    requests: footers.reduce((sum, { requests }) => sum + requests, 0),
    finishedAt,
    durationMs: Math.max(Date.parse(finishedAt) - startedAt, 0),
    mishaps: shards.flatMap(({ folder, run }) => run.footer.mishaps.map((one) => `${folder}: ${one}`)),
  };
}
