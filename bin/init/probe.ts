import type { Answer } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Run } from '../../harness/run/run.ts';
import type { Operation } from '../../spec/contract.ts';
import { isObject, objectAt, textAt } from '../../spec/tree.ts';
import { surveyOne } from '../../tests/target/survey/survey.ts';

/** The format of an error answer (Errors); `undefined` where it has neither. */
export type ErrorFormat = 'basic' | 'problem';

/** Sends single reads, and keeps which error formats were met on the way. */
export interface Prober {
  /** @returns `undefined` where no answer came */
  ask(operation: string, params?: Params, options?: SendOptions): Promise<Answer | undefined>;
  /** Keeps the format of an error that somebody else received. */
  note(op: Operation, answer: Answer | undefined): void;
  /** Error formats by operation: those of the service, without what a wrong key gets. */
  readonly formats: ReadonlyMap<string, ReadonlySet<ErrorFormat>>;
}

/** Opens a prober on a session; it reads, whatever it is asked for. */
export function openProber(run: Run): Prober {
  const formats = new Map<string, Set<ErrorFormat>>();
  function note(op: Operation, answer: Answer | undefined): void {
    const format = answer === undefined || answer.status < 400 ? undefined : formatOf(answer.json);
    if (format !== undefined) formats.set(op.id, (formats.get(op.id) ?? new Set()).add(format));
  }
  return {
    formats,
    note,
    async ask(operation, params = {}, options = {}) {
      const op = run.contract.operation(operation);
      const { answer } = await surveyOne(run, op, (context) => context.send(op, params, options));
      note(op, answer);
      return answer;
    },
  };
}

function formatOf(body: unknown): ErrorFormat | undefined {
  if (!isObject(body)) return undefined;
  if (['type', 'title', 'detail', 'instance'].some((name) => textAt(body, name) !== undefined))
    return 'problem';
  return textAt(body, 'message') === undefined ? undefined : 'basic';
}

/** A number in the `pagination` of an answer. */
export function paged(answer: Answer | undefined, name: string): number | undefined {
  const value = objectAt(answer?.json, 'pagination')[name];
  return answer?.status === 200 && typeof value === 'number' ? value : undefined;
}
