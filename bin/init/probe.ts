import type { Answer } from '../../harness/http/answer.ts';
import type { SendOptions } from '../../harness/http/compose.ts';
import type { Params } from '../../harness/http/place.ts';
import type { Run } from '../../harness/run/run.ts';
import type { Operation } from '../../spec/contract.ts';
import { isObject, objectAt, textAt } from '../../spec/tree.ts';
import { surveyOne } from '../../tests/target/survey/survey.ts';

/** The two formats of errors (chapter Errors). */
export type ErrorFormat = 'basic' | 'problem';

/** Sends single reads, and records the formats of the errors that it gets. */
export interface Prober {
  /** Sends a read. @returns `undefined` where no answer came */
  ask(operation: string, params?: Params, options?: SendOptions): Promise<Answer | undefined>;
  /** Records the format of an error in an answer from elsewhere. */
  note(op: Operation, answer: Answer | undefined): void;
  /** The recorded formats of errors, by operationId. */
  readonly formats: ReadonlyMap<string, ReadonlySet<ErrorFormat>>;
}

/** Opens a prober on a run. */
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
