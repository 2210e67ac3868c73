import { itemAt } from './random.ts';

/** Instants at which dates go wrong: ends of years, months and leap days, and one beside a whole second. */
const edges = [
  '2023-12-31T23:59:59.000Z',
  '2023-12-31T23:59:59.999Z',
  '2024-01-01T00:00:00.000Z',
  '2024-01-31T23:30:00.000Z',
  '2024-02-28T23:59:59.000Z',
  '2024-02-29T00:00:00.000Z',
  '2024-02-29T12:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '2024-03-31T01:30:00.000Z',
  '2024-04-30T23:59:59.000Z',
  '2024-06-30T23:59:59.000Z',
  '2024-09-01T00:00:00.000Z',
  '2024-12-31T23:59:59.000Z',
  '2025-01-01T00:00:00.000Z',
  '2025-02-28T23:59:59.500Z',
  '2025-03-01T00:00:00.000Z',
  '2025-10-26T01:30:00.000Z',
  '2025-12-31T23:00:00.000Z',
  '2026-01-01T00:00:00.000Z',
].map((text) => Date.parse(text));

/** How many instants are equal at a time. */
const tied = 5;
const hour = 3_600_000;

/**
 * That many instants from September 2023 to January 2026, unordered, the edges of the calendar first.
 * Each edge stands there three times and the others in fives, so that sorting meets ties.
 */
export function instants(count: number): readonly number[] {
  const threefold = [...edges, ...edges, ...edges];
  return Array.from({ length: count }, (_, index) =>
    index < threefold.length ? itemAt(threefold, index) : spread(index - threefold.length),
  );
}

function spread(index: number): number {
  const group = Math.floor(index / tied);
  // Steps of 227 hours, wrapped at 20,000 hours (some 27 months): spread evenly, in no order.
  return Date.UTC(2023, 8, 4, 9) + ((group * 227) % 20_000) * hour;
}
