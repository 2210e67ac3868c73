import type { Operation } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import type { Run } from '../run/run.ts';
import { needAccepted, needAnswered, needDescribed } from './acceptance.ts';
import { type Check, rowId } from './check.ts';
import type { Context, Share } from './context.ts';
import { claims } from './must.ts';
import { NotOffered } from './outcome.ts';
import { type PropertyRun, runProperty, type Shrinking } from './property.ts';
import { seedFor } from './random.ts';
import { markProperty, readReplay } from './replay.ts';
import { runSequences } from './sequence.ts';

/** What a check did while it ran: its row is made from this. */
export interface Trace {
  readonly answers: Answer[];
  claims: number;
  readonly choices: [string, string][];
}

/** In how many parts the runs are divided for each share. */
const parts: Readonly<Record<Share, number>> = { half: 2, quarter: 4, few: 12 };

/** Opens the context of one check on one operation. */
export function openContext(run: Run, check: Check, op: Operation): { context: Context; trace: Trace } {
  const { contract, settings, world, exchange, redactor, schemaResults } = run;
  const trace: Trace = { answers: [], claims: 0, choices: [] };
  const row = rowId(check, op);
  const access = check.access(op);
  const operation = (target: Operation | string) => resolve(run, target);
  const nextProperty = propertyRunner(run, row, op);
  const { must, need } = claims(
    (value) => redactor.show(value),
    () => {
      trace.claims += 1;
    },
    {
      accepted: (answer) => needAccepted(answer, run),
      answered: needAnswered,
      described: (operation, status) => needDescribed(operation, status, run),
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
    effort: settings.effort,
    runs: run.runs,
    share: (share) => Math.ceil(run.runs / parts[share]),
    byEffort: (numbers) => numbers[settings.effort],
    forAll: (arbitrary, law, runs, series) =>
      nextProperty((property) => runProperty(arbitrary, law, property), runs, series),
    inSequence: (sequences, play, runs) =>
      nextProperty((property) => runSequences(sequences, play, property), runs),
    reading: (gap) => settings.readings[gap],
    observe: (choice, value) => {
      const isRecorded = trace.choices.some(([known, taken]) => known === choice && taken === value);
      if (!isRecorded) trace.choices.push([choice, value]);
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

/** Runs the next property of a check. A replay repeats one property, and the others are skipped. */
type NextProperty = (
  runOne: (property: PropertyRun) => Promise<void>,
  runs?: number,
  series?: string,
) => Promise<void>;

function propertyRunner(run: Run, row: string, op: Operation): NextProperty {
  const { exchange, settings } = run;
  const replay = readReplay(run.replay?.[row]);
  const shrinking: Shrinking = {
    sent: () => exchange.requests,
    most: run.shrinks,
    pay: (attempt) => exchange.shrink(attempt),
  };
  let properties = 0;
  return async (runOne, runs = run.runs, series) => {
    properties += 1;
    const number = properties;
    if (replay !== undefined && replay.property !== number) return;
    const purpose = series === undefined ? `${row} ${number}` : `${series} @ ${op.id}`;
    try {
      await runOne({ seed: seedFor(settings.seed, purpose), runs, path: replay?.path, shrinking });
    } catch (error) {
      markProperty(error, number);
      throw error;
    }
  };
}
