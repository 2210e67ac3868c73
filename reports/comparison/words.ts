import type { Rating } from './rate.ts';
import type { RowChanges } from './rows.ts';

/** The titles of the lists of rows. */
export const rowTitles: Readonly<Record<Exclude<keyof RowChanges, 'still' | 'counts'>, string>> = {
  worse: 'Rows that got worse',
  better: 'Rows that got better',
  lost: 'Rows that are no longer judged',
  gained: 'Rows that are judged now, and pass',
};

/** The titles of the lists of drifts, the worst first, and what each rating means. */
export const ratingTitles: Readonly<Record<Rating, { readonly title: string; readonly about: string }>> = {
  breaking: {
    title: 'Drift that breaks clients',
    about: 'A client that is written to the interface, and to nothing else, fails on it.',
  },
  risk: {
    title: 'Drift at risk',
    about:
      'The interface leaves these places open. A client that was written to what this target showed may fail.',
  },
  harmless: {
    title: 'Drift that does no harm',
    about: 'A client that is written to the interface expects it, or passes over it.',
  },
};
