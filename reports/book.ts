/** The facts about a chapter that reports quote. */
export interface BookChapter {
  readonly id: string;
  readonly title: string;
}

/** The facts about a clause that reports quote. */
export interface BookClause {
  readonly chapter: string;
  readonly level: string;
  readonly statement: string;
  /** The ids of the passages of the interface on which the clause rests. */
  readonly rests: readonly string[];
  /** What a lawyer for the server would object; given where the clause is inferred. */
  readonly lawyer?: string;
  /** The gaps that must be filled before it can be judged. */
  readonly needs?: readonly string[];
}

/** The place of the interface where a passage stands. */
export interface BookPassage {
  readonly title: string;
  readonly at: string;
}

/** The facts about an operation that reports quote. */
export interface BookOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The facts about the contract that reports quote, in the order of the interface. A contract has all of them. */
export interface Book {
  readonly chapters: readonly BookChapter[];
  readonly operations: readonly BookOperation[];
  readonly clauses: ReadonlyMap<string, BookClause>;
  readonly passages: ReadonlyMap<string, BookPassage>;
  /** What can fill each gap, where that is known. */
  readonly gaps?: ReadonlyMap<string, { readonly fill: string }>;
}

const unknown: BookClause = { chapter: '', level: 'must', statement: '', rests: [] };

/** The facts about the clause of a row. An unknown clause has no statement and no chapter. */
export function clauseIn(book: Book, id: string): BookClause {
  return book.clauses.get(id) ?? unknown;
}

/** The clause in a sentence: its statement, and that it is inferred where it is. */
export function tellClause({ level, statement }: BookClause): string {
  return level === 'inferred' ? `${statement} (inferred)` : statement;
}

/** Where in the interface a clause rests, for a reader who looks it up. */
export function restsIn({ passages }: Book, { rests }: BookClause): string {
  return rests
    .map((id) => passages.get(id))
    .flatMap((passage) => (passage ? `${passage.title}, ${passage.at}` : []))
    .join('; ');
}

/** Whether a profile can fill a gap. Of a gap that the book does not know, nothing can. */
export function isFillable({ gaps }: Book, id: string): boolean {
  return !(gaps?.get(id)?.fill.startsWith('nothing') ?? true);
}
