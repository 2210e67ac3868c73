import type { Operation } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import type { Run } from '../run/run.ts';
import { type Check, rowId } from './check.ts';
import type { Context } from './context.ts';
import { claims } from './must.ts';
import { NotOffered } from './outcome.ts';
import { type PropertyRun, runProperty, type Shrinking } from './property.ts';
import { seedFor } from './random.ts';
import { markProperty, readReplay } from './replay.ts';
import { runSequences } from './sequence.ts';

/** What is kept of a check's run for the row. */
export interface Trace {
  readonly answers: Answer[];
  claims: number;
  readonly choices: [string, string][];
}

/** Opens the context of one check on one operation. */
export function openContext(run: Run, check: Check, op: Operation): { context: Context; trace: Trace } {
  const { contract, settings, world, exchange, redactor, schemaResults } = run;
  const trace: Trace = { answers: [], claims: 0, choices: [] };
  const row = rowId(check, op);
  const access = check.access(op);
  const operation = (target: Operation | string) => resolve(run, target);
  const next = propertiesOf(run, row, op);
  const { must, need } = claims(
    (value) => redactor.show(value),
    () => {
      trace.claims += 1;
    },
  );
  const context: Context = {
    op,
    contract,
    world,
    must,
    need,
    operation,
    async send(target, params = {}, options = {}) {
      const answer = await exchange.send(operation(target), params, options, access);
      trace.answers.push(answer);
      return answer;
    },
    browse: (target, params = {}, options = {}) =>
      exchange.browse(operation(target), params, options, access),
    runs: run.runs,
    forAll: (arbitrary, law, runs, series) =>
      next((property) => runProperty(arbitrary, law, property), runs, series),
    inSequence: (sequences, play, runs) => next((property) => runSequences(sequences, play, property), runs),
    reading: (gap) => settings.readings[gap],
    observe: (choice, value) => {
      const isNoted = trace.choices.some(([noted, way]) => noted === choice && way === value);
      if (!isNoted) trace.choices.push([choice, value]);
    },
    unknownId: (purpose) => world.unknownId(`${row} ${purpose}`),
    schemaResult: (clause) => schemaResults.of(clause, op.id),
  };
  return { context, trace };
}

function resolve({ contract }: Run, target: Operation | string): Operation {
  if (typeof target !== 'string') return target;
  const since = contract.later.get(target);
  if (since !== undefined) throw new NotOffered(target, since, contract.version);
  return contract.operation(target);
}

/** Runs the next property of a check. A replay is about one of them and leaves the others out. */
type NextProperty = (
  play: (property: PropertyRun) => Promise<void>,
  runs?: number,
  series?: string,
) => Promise<void>;

function propertiesOf(run: Run, row: string, op: Operation): NextProperty {
  const { exchange, settings } = run;
  const wanted = readReplay(run.replay?.[row]);
  const shrinking: Shrinking = {
    sent: () => exchange.requests,
    most: run.shrinks,
    pay: (attempt) => exchange.shrink(attempt),
  };
  let properties = 0;
  return async (play, runs = run.runs, series) => {
    properties += 1;
    const number = properties;
    if (wanted !== undefined && wanted.property !== number) return;
    const purpose = series === undefined ? `${row} ${number}` : `${series} @ ${op.id}`;
    try {
      await play({ seed: seedFor(settings.seed, purpose), runs, path: wanted?.path, shrinking });
    } catch (error) {
      markProperty(error, number);
      throw error;
    }
  };
}
