/** What the answers of a run showed at one place of a body: its types, and how often it was there. */
export interface ObservedPlace {
  /** JSON Pointer pattern; `*` stands for any item of a list. */
  readonly place: string;
  /** The types of its values, ascending; a text of a known format is `string:uuid` and so on. */
  readonly types: readonly string[];
  /** How many values were seen. */
  readonly seen: number;
  /** How many objects could have held it; for an item of a list as many as were seen. */
  readonly of: number;
  /**
   * The literals of an enumeration that the contract makes public or closes, ascending; `…` stands for any other.
   * Left out for every other place.
   */
  readonly literals?: readonly string[];
}

/** What the answers of one operation with one status showed. It holds no value of the target's data. */
export interface ObservedAnswer {
  readonly operation: string;
  readonly status: number;
  /** How many answers were seen. */
  readonly answers: number;
  /** Milliseconds that half of them, and nineteen in twenty of them, took at most. */
  readonly ms: { readonly median: number; readonly p95: number };
  readonly places: readonly ObservedPlace[];
}

/** The shapes that a run observed, in the order of the interface, then by status. */
export type Shapes = readonly ObservedAnswer[];

/** Stands for literals that must not be shown. */
export const otherLiteral = '…';
