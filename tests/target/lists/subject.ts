import type { Dial, Dials } from '../../../generators/list-questions.ts';
import type { Form } from '../../../generators/moments.ts';
import type { Sort } from '../../../generators/sort.ts';
import type { Params } from '../../../harness/http/place.ts';
import type { Json } from '../body.ts';
import type { Bounds } from '../dates/bounds.ts';
import type { Known } from './known.ts';

/** A search is for more values than the thirty of a list; how many more is left open. */
export const mostForSure = 31;

/** A filter with values, and which items it chooses. */
export interface Criterion {
  readonly name: string;
  /** Whether an item fits in some reading of the interface: no other may be shown. */
  readonly fits: (item: Json) => boolean;
  /** Whether an item fits in every reading: it may not be missing. */
  readonly finds: (item: Json) => boolean;
  /** What is sent for it. */
  readonly sent: unknown;
  /** Whether a target may refuse what is sent: so many values, or such characters. */
  readonly mayBeRefused: boolean;
  /** Whether the profile alone says that there are such values. */
  readonly isOfProfile?: boolean;
}

/** A filter that takes values which items show. */
export interface ValueFilter extends Dial {
  readonly takes: 'several values' | 'one value';
  /** The value by which an item is found in every reading, if it has one. */
  readonly valueOf: (item: Json) => string | undefined;
  /** Whose values are asked for first, where others would do as well. */
  readonly prefers?: (item: Json) => boolean;
  /** Whose values are asked for first where a question is asked with another value. */
  readonly prefersOther?: (item: Json) => boolean;
  /** The n-th value that nothing has; only where such a value is taken. */
  readonly nothing?: (n: number) => string;
  /** Texts that are nearly a value, and another one; only where values are texts. */
  readonly nearly?: (value: string) => readonly string[];
  /** What other fields of an item say, which are none of this filter's business. */
  readonly otherFields?: (item: Json) => readonly string[];
  /** The value that another form stands for; `undefined` where it is none that is known. */
  readonly meant?: (form: string) => string | undefined;
  /** Whether a target that looks at the form of values may refuse such texts. */
  readonly mayRefuseParts?: true;
  readonly ask: (values: readonly string[], form: 'as shown' | 'in another form') => Criterion;
  /** The same with what the target itself has shown, where the interface leaves open what is compared. */
  readonly sharpen?: (criterion: Criterion, known: Known) => Promise<Criterion>;
}

/** A filter by a date of the items. */
export interface DateFilter extends Dial {
  readonly takes: 'a range';
  readonly instantOf: (item: Json) => number | undefined;
  readonly ask: (bounds: Bounds, forms: Readonly<Partial<Record<string, Form>>>) => Criterion;
}

/** In which order items stand, as far as it is known. */
export interface Order {
  /** What items are sorted by; `undefined` where an item lacks it. */
  readonly keyOf: (item: Json) => string | number | undefined;
  /** Which way keys go, where they are moments. */
  readonly sort?: Sort;
}

/** A list with pages: what it can be asked for, and what its items say. */
export interface Subject {
  /** The items in the plural, in words. */
  readonly what: string;
  readonly filters: readonly (ValueFilter | DateFilter)[];
  readonly dials: Dials;
  /** Criteria as the operation takes them. */
  readonly paramsFor: (criteria: readonly Criterion[]) => Params;
  /** What parameters send for each filter, by its name. */
  readonly sentIn: (params: Params) => Params;
  /** The order under a sort, or without one; `undefined` where nothing is said of it. */
  readonly orderOf: (sort: Sort | undefined) => Order | undefined;
  /** Whether the interface alone describes the filters. */
  readonly isShown: boolean;
  /** Whether the profile names the sorts. */
  readonly hasNamedSorts: boolean;
}
