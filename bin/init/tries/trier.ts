import type { Answer } from '../../../harness/http/answer.ts';
import type { Params } from '../../../harness/http/place.ts';
import { check } from '../../../harness/judging/check.ts';
import { openContext } from '../../../harness/judging/open-context.ts';
import { ConfigurationError, Inconclusive } from '../../../harness/judging/outcome.ts';
import type { Run } from '../../../harness/run/run.ts';
import { isObject } from '../../../spec/tree.ts';

/** The most requests that are tried on one operation. */
export const mostTries = 16;

/** The most things that all tries together may make, as they stay on the target. */
export const mostMade = 14;

/** Sends tries that write. The guard of the run lets them touch nothing that it did not make. */
export interface Trier {
  readonly run: Run;
  /** Sends one try. @returns the answer, or in words why there is none */
  send(operation: string, params: Params, body?: unknown): Promise<Answer | string>;
  /** How many tries an operation has had. */
  triesOf(operation: string): number;
  /** The statuses with which an operation refused tries, ascending. */
  refusalsOf(operation: string): readonly number[];
}

/** A context needs a check; this one judges nothing. */
const noCheck = check('conventions.json', { access: 'write', on: () => false, run: async () => undefined });

/** Opens a trier on a run that may write. */
export function openTrier(run: Run): Trier {
  const tries = new Map<string, number>();
  const refusals = new Map<string, Set<number>>();
  return {
    run,
    triesOf: (operation) => tries.get(operation) ?? 0,
    refusalsOf: (operation) => [...(refusals.get(operation) ?? [])].sort((a, b) => a - b),
    async send(operation, params, body) {
      const op = run.contract.operation(operation);
      const amount = tries.get(operation) ?? 0;
      if (op.writes && amount >= mostTries) return `${mostTries} tries are the most`;
      if (op.makes !== undefined && run.world.made.length >= mostMade)
        return `${mostMade} creations are the most`;
      tries.set(operation, amount + 1);
      const { context } = openContext(run, noCheck, op);
      try {
        const answer = await context.send(op, params, body === undefined ? {} : { body });
        const isRefusal =
          answer.status >= 400 && answer.status < 500 && ![401, 403, 429].includes(answer.status);
        if (isRefusal) refusals.set(operation, (refusals.get(operation) ?? new Set()).add(answer.status));
        return answer;
      } catch (error) {
        if (error instanceof Inconclusive || error instanceof ConfigurationError) return error.message;
        throw error;
      }
    },
  };
}

/** The words in a refusal, such as the name of the field that it misses. They are compared, and never written. */
export function wordsIn(answer: Answer): readonly string[] {
  return textsIn(answer).flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []);
}

const missing = [
  /([A-Za-z_]\w*)['"`]? (?:is|was) (?:required|missing|expected|mandatory)\b/gi,
  /\b(?:required|missing|expected)(?: (?:property|field|key|member))?:? ['"`]([A-Za-z_]\w*)/gi,
];

/** The names in a refusal of what it says is missing. */
export function missingIn(answer: Answer): readonly string[] {
  return textsIn(answer).flatMap((text) =>
    missing.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, name]) => name ?? [])),
  );
}

function textsIn({ json }: Answer): readonly string[] {
  const texts: string[] = [];
  const gather = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    if (Array.isArray(value)) for (const one of value) gather(one);
    if (isObject(value)) for (const one of Object.values(value)) gather(one);
  };
  gather(json);
  return texts;
}
