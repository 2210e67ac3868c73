import type { Contract, Operation, StatedPlace } from '../../spec/contract.ts';

/** The operation of an id, in a version that may lack it. */
function operationIn(contract: Contract, id: string): Operation | undefined {
  return contract.operations.find((op) => op.id === id);
}

/** What the interface itself says about a place of an answer; undefined where it says nothing. */
export function statedAt(
  contract: Contract,
  { operation, status, place }: { operation: string; status: number; place: string },
): StatedPlace | undefined {
  return operationIn(contract, operation) && contract.places(operation, status).get(place);
}

/** The gap that leaves the answer at a place open, or the nearest one above it; undefined where it is shown. */
export function gapAbove(
  contract: Contract,
  { operation, status, place }: { operation: string; status: number; place: string },
): string | undefined {
  const places = operationIn(contract, operation) ? contract.places(operation, status) : new Map();
  for (let at = place; ; at = at.slice(0, at.lastIndexOf('/'))) {
    // Which fields are required says nothing about fields that the interface does not name.
    const gaps = (places.get(at) as StatedPlace | undefined)?.gaps ?? [];
    const gap = gaps.find((one) => !one.endsWith('.required-fields'));
    if (gap !== undefined) return gap;
    if (at === '') break;
  }
  const isSuccess = status >= 200 && status < 300;
  return isSuccess ? operationIn(contract, operation)?.answerGap : undefined;
}

/**
 * A place in the words of the interface: `User.upn` for a field of a resource wherever it is, and `pagination.total`,
 * `error.title` or `answer.data` elsewhere.
 */
export function resourceName(contract: Contract, operation: string, status: number, place: string): string {
  if (status >= 400) return dotted('error', place);
  const { wrapper, item, chapter } = operationIn(contract, operation) ?? {};
  // The lists of sessions show parts of one resource, under names that the interface does not have.
  const name = chapter === 'sessions' ? 'Session' : (item ?? 'item');
  for (const [prefix, called] of [
    ['/data/*', name],
    [`/${wrapper}`, wrapper === 'data' ? 'data' : name],
    ['/pagination', 'pagination'],
    ['/user', 'User'],
  ] as const) {
    if (place === prefix || place.startsWith(`${prefix}/`)) return dotted(called, place.slice(prefix.length));
  }
  return dotted('answer', place);
}

function dotted(start: string, rest: string): string {
  const steps = rest
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps.reduce((text, step) => (step === '*' ? `${text}[]` : `${text}.${step}`), start);
}
