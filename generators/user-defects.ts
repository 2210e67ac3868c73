import fc from 'fast-check';
import { startingFrom } from './initial-state.ts';
import { malformedIds } from './malformed-ids.ts';

/** Where a malformed identifier stands among well-formed ones that nobody has. */
export interface MalformedAmong {
  readonly malformed: string;
  readonly wellFormedBefore: number;
  readonly wellFormedAfter: number;
}

/** A malformed identifier by itself, or first, last or between others in a filter of up to 30 values (chapter Users). */
export function malformedAmong(): fc.Arbitrary<MalformedAmong> {
  return fc.record({
    malformed: malformedIds(),
    wellFormedBefore: fc.constantFrom(0, 1, 14),
    wellFormedAfter: fc.constantFrom(0, 1, 15),
  });
}

/** A word between two others: a filter that looks at lengths alone passes it over where it is not by itself. */
export function wordAmong(): fc.Arbitrary<MalformedAmong> {
  return startingFrom({ malformed: 'not-a-uuid', wellFormedBefore: 1, wellFormedAfter: 1 }, malformedAmong());
}
