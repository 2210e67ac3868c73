/** A chapter as a report names it. */
export interface BookChapter {
  readonly id: string;
  readonly title: string;
}

/** A clause as a report quotes it. */
export interface BookClause {
  readonly chapter: string;
  readonly level: string;
  readonly statement: string;
}

/** An operation as a report lists it. */
export interface BookOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** What reports quote of the contract; the contract itself is one. Chapters and operations in the interface's order. */
export interface Book {
  readonly chapters: readonly BookChapter[];
  readonly operations: readonly BookOperation[];
  readonly clauses: ReadonlyMap<string, BookClause>;
}

const unknown: BookClause = { chapter: '', level: 'must', statement: '' };

/** The clause of a row; a clause that the book lacks has no statement and belongs to no chapter. */
export function clauseIn(book: Book, id: string): BookClause {
  return book.clauses.get(id) ?? unknown;
}
