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
  /** The gaps that must be filled before it can be judged. */
  readonly needs?: readonly string[];
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
}

const unknown: BookClause = { chapter: '', level: 'must', statement: '' };

/** The facts about the clause of a row. An unknown clause has no statement and no chapter. */
export function clauseIn(book: Book, id: string): BookClause {
  return book.clauses.get(id) ?? unknown;
}
