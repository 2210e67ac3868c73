import type { Row } from '../harness/judging/row.ts';

/**
 * The smallest example that was found of a failure, in the words of the interface: the request that shows it, or the
 * sequence of requests. Which value a generator drew says nothing to a reader, unless nothing else shows it.
 */
export function exampleOf({ counterexample, evidence = [] }: Row): string | undefined {
  if (counterexample === undefined) return undefined;
  const { value } = counterexample;
  const isInWords = /^[a-z][a-zA-Z]* /.test(value);
  const accused = evidence.filter(({ part }) => part === undefined);
  const last = accused.at(-1);
  return isInWords || last === undefined ? value : last.request;
}
