import type { Operation } from '../../spec/contract.ts';
import type { Answer } from '../http/answer.ts';
import type { SendOptions } from '../http/compose.ts';
import { givenKeys } from '../http/key-role.ts';
import type { Params } from '../http/place.ts';
import type { Run } from '../run/run.ts';
import { canonical, idsIn } from '../safety/ids.ts';
import { needAccepted, needAnswered, needDescribed } from './acceptance.ts';
import { type Check, rowId } from './check.ts';
import type { Context, Share } from './context.ts';
import { claims } from './must.ts';
import { NotOffered } from './outcome.ts';
import { type PropertyRun, runProperty, type Shrinking } from './property.ts';
import { seedFor } from './random.ts';
import { markProperty, readReplay } from './replay.ts';
import { currentScope, noteChoice, openScope, type Scope } from './scope.ts';
import { runSequences } from './sequence.ts';
import type { World } from './world.ts';

/** In how many parts the runs are divided for each share. */
const parts: Readonly<Record<Share, number>> = { half: 2, quarter: 4, few: 12 };

/** Opens the context of one check on one operation, and the scope of its row. */
export function openContext(run: Run, check: Check, op: Operation): { context: Context; scope: Scope } {
  const { contract, settings, world, exchange, redactor, schemaResults } = run;
  const row = rowId(check, op);
  const scope = openScope(row);
  /** Of the row, or of the shared observation that it makes just now. */
  const here = () => currentScope() ?? scope;
  const access = check.access(op);
  const operation = (target: Operation | string) => resolve(run, target);
  const { nextProperty, startOver } = propertyRunner(run, scope, op);
  /** Sends a write, and notes what it told the things that it names. */
  const changing = <T>(
    { id }: Operation,
    params: Params,
    options: SendOptions,
    send: () => Promise<T>,
    answerIn: (sent: T) => Answer | undefined,
  ) => world.changing(() => world.told.note(id, idsIn(textOf(params, options)), send, answerIn));
  const { must, need } = claims(
    (value) => redactor.show(value),
    () => {
      const { trace } = here();
      trace.claims += 1;
      return trace.answers.at(-1);
    },
    {
      accepted: (answer) => needAccepted(answer, run),
      answered: needAnswered,
      described: (answer) => needDescribed(answer, run),
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
      const sent = operation(target);
      const send = () => exchange.send(sent, params, options, access);
      const answer = await (sent.writes ? changing(sent, params, options, send, itself) : send());
      here().trace.answers.push(answer);
      notePage(world, sent, params, options, answer);
      return answer;
    },
    browse(target, params = {}, options = {}) {
      const sent = operation(target);
      const browse = () => exchange.browse(sent, params, options, access);
      return sent.writes ? changing(sent, params, options, browse, () => undefined) : browse();
    },
    sleep: async (ms) => void (await run.clock.sleep(ms)),
    review: (target) => exchange.review(target),
    makerOf: (id) => run.makers.get(canonical(id)),
    givenKeys: givenKeys(settings.keys).map(([role]) => role),
    effort: settings.effort,
    writes: settings.write,
    runs: run.runs,
    share: (share) => Math.ceil(run.runs / parts[share]),
    byEffort: (numbers) => numbers[settings.effort],
    forAll: (arbitrary, law, runs, series) =>
      nextProperty((property) => runProperty(arbitrary, law, { ...property, eachOnce: true }), runs, series),
    inSequence: (sequences, play, runs) =>
      nextProperty((property) => runSequences(sequences, play, property), runs),
    startOver,
    reading: (gap) => settings.readings[gap],
    observe: (choice, value) => noteChoice(here().trace, choice, value),
    unknownId: (purpose) => world.unknownId(`${here().name} ${purpose}`),
    schemaResult: (clause) => schemaResults.of(clause, op.id),
  };
  return { context, scope };
}

const itself = (answer: Answer) => answer;

/** Notes the page of a list, where the request had its parameters and nothing else, or a body in their place. */
function notePage(
  world: World,
  { id, paginated }: Operation,
  params: Params,
  { body, ...others }: SendOptions,
  answer: Answer,
): void {
  if (!paginated || answer.status !== 200 || Object.keys(others).length > 0) return;
  world.noteListed(id, body === undefined ? params : undefined, answer);
}

/** Everything that a request names, as text. */
function textOf(params: Params, { body, rawBody = '' }: SendOptions): string {
  return `${JSON.stringify([params, body])} ${rawBody}`;
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

function propertyRunner(
  run: Run,
  { name: row, bill }: Scope,
  op: Operation,
): { readonly nextProperty: NextProperty; readonly startOver: () => void } {
  const { exchange, settings } = run;
  const replay = readReplay(run.replay?.[row]);
  const shrinking: Shrinking = {
    sent: () => bill.requests,
    most: run.shrinks,
    pay: (attempt) => exchange.shrink(attempt),
  };
  let properties = 0;
  const nextProperty: NextProperty = async (runOne, runs = run.runs, series) => {
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
  const startOver = () => {
    properties = 0;
  };
  return { nextProperty, startOver };
}
