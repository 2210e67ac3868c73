import type { Operation } from './operation.ts';
import { type Passage, readRests } from './passage.ts';
import {
  below,
  type Place,
  readChoice,
  readId,
  readList,
  readObject,
  readOptionalText,
  readText,
} from './read.ts';
import { selectOperations } from './selector.ts';
import type { Source } from './source.ts';
import type { JsonObject } from './tree.ts';
import { versions } from './version.ts';

/** One chapter of the interface. `why` and `fix` help a person when one of its clauses fails. */
export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly fix: string;
}

/** One normative statement of the interface, in the words of this project. */
export interface Clause {
  readonly id: string;
  readonly chapter: string;
  /** `inferred` binds and is judged like `must`; it follows from the interface without being stated there. */
  readonly level: 'must' | 'inferred' | 'may' | 'info';
  readonly statement: string;
  /** The ids of the passages of the interface on which the clause rests; at least one. */
  readonly rests: readonly string[];
  /** What a lawyer for the server would say against it; stands beside each inferred clause and no other. */
  readonly lawyer?: string;
  readonly why?: string;
  readonly fix?: string;
  /** The operationIds that the clause applies to; may be empty. */
  readonly operations: readonly string[];
  /** Why no check judges the clause; left out where a check does. */
  readonly notTested?: string;
  /** The gaps that must be filled before the clause can be judged. */
  readonly needs: readonly string[];
  /** The version of the interface that added the clause. */
  readonly since?: string;
}

/** The ids of the chapters, in the order of the interface. */
export const chapterIds: readonly string[] = [
  'conventions',
  'pagination',
  'date-filtering',
  'academic-years',
  'classes',
  'cohorts',
  'tests',
  'users',
  'sessions',
  'result-levels',
  'states',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
];

/** Reads `chapters:`. All chapters must be there, in the order of the interface. @throws ContractError */
export function readChapters(source: Source, value: unknown): readonly Chapter[] {
  const place: Place = { source, path: ['chapters'] };
  const chapters = readList(place, value).map((row, i): Chapter => {
    const at = below(place, i);
    const { id, title, why, fix } = readObject(at, row, ['id', 'title', 'why', 'fix'], []);
    const expected = chapterIds[i];
    if (id !== expected) {
      throw source.error(
        [...at.path, 'id'],
        `${String(id)} stands where ${expected ?? 'no chapter'} belongs`,
        'keep the order of the interface',
      );
    }
    return {
      id: readId(below(at, 'id'), id),
      title: readText(below(at, 'title'), title),
      why: readText(below(at, 'why'), why),
      fix: readText(below(at, 'fix'), fix),
    };
  });
  const missing = chapterIds[chapters.length];
  if (missing === undefined) return chapters;
  throw source.error(place.path, `ends before ${missing}`, `add the chapter ${missing}`);
}

const required = ['id', 'chapter', 'level', 'statement', 'rests', 'operations'];
const optional = ['lawyer', 'why', 'fix', 'not-tested', 'needs', 'since'];

/** What the rows of `clauses:` can name. */
export interface Known {
  readonly chapters: readonly Chapter[];
  readonly passages: ReadonlyMap<string, Passage>;
  readonly operations: readonly Operation[];
}

/** Reads `level:`, and the `lawyer:` of an inferred clause. @throws ContractError where one of the two lacks the other */
function readLevel(place: Place, fields: JsonObject): Pick<Clause, 'level' | 'lawyer'> {
  const at = (key: string): Place => below(place, key);
  const level = readChoice(at('level'), fields['level'], ['must', 'inferred', 'may', 'info']);
  const lawyer = readOptionalText(at('lawyer'), fields['lawyer']);
  if (level !== 'inferred' && lawyer === undefined) return { level };
  if (level === 'inferred' && lawyer !== undefined) return { level, lawyer };
  if (level === 'inferred')
    throw place.source.error(place.path, 'has no lawyer', 'say what a lawyer for the server would object');
  throw place.source.error(
    [...place.path, 'lawyer'],
    `objects to a clause that is ${level}`,
    'make it inferred',
  );
}

/**
 * Reads one row of `clauses:`.
 * @throws ContractError for an unknown key, chapter, level, passage, operation or version
 */
export function readClause(place: Place, row: unknown, { chapters, passages, operations }: Known): Clause {
  const fields = readObject(place, row, required, optional);
  const at = (key: string): Place => below(place, key);
  const why = readOptionalText(at('why'), fields['why']);
  const fix = readOptionalText(at('fix'), fields['fix']);
  const notTested = readOptionalText(at('not-tested'), fields['not-tested']);
  const since =
    fields['since'] === undefined ? undefined : readChoice(at('since'), fields['since'], versions);
  return {
    id: readId(at('id'), fields['id']),
    chapter: readChoice(
      at('chapter'),
      fields['chapter'],
      chapters.map(({ id }) => id),
    ),
    ...readLevel(place, fields),
    statement: readText(at('statement'), fields['statement']),
    rests: readRests(at('rests'), fields['rests'], passages),
    operations: selectOperations(at('operations'), fields['operations'], operations),
    needs: readList(at('needs'), fields['needs']).map((gap, i) => readId(below(at('needs'), i), gap)),
    ...(why === undefined ? {} : { why }),
    ...(fix === undefined ? {} : { fix }),
    ...(notTested === undefined ? {} : { notTested }),
    ...(since === undefined ? {} : { since }),
  };
}
