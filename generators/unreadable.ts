import { type FuzzCase, fuzzCase, type Inputs } from './fuzz-case.ts';
import type { Kinds } from './kinds.ts';
import type { Place } from './places.ts';

/** Requests that a server cannot make sense of, one kind for each part of the request that an operation reads. */
export function unreadable(taking: Inputs): Kinds<FuzzCase> {
  return Object.fromEntries(listed(taking).map((one) => [`${one.what} in ${one.where}`, [one]]));
}

function listed({ ids, query, body, takesBody }: Inputs): readonly FuzzCase[] {
  const isLimit = ({ path }: Place) => path.join() === 'limit';
  return [
    ...(takesBody ? [fuzzCase('JSON that ends too early', 'the body', { body: '{"rollcall":' })] : []),
    ...(ids.length > 0 ? [fuzzCase('no UUID', ids.join(', '), { id: 'not-a-uuid' })] : []),
    ...(query.some(isLimit) ? [fuzzCase('no number', 'limit', { query: 'limit=ten' })] : []),
    ...(body.some(isLimit) ? [fuzzCase('no number', 'limit', { body: '{"limit":"ten"}' })] : []),
  ];
}
