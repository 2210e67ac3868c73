import type { Contract, Operation } from '../../spec/contract.ts';
import { isSound, newIdClause, newIdRow, unansweredClause } from '../judging/acceptance.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Created } from '../judging/world.ts';
import type { Redactor } from '../privacy/redact.ts';
import type { ShapeBook } from '../privacy/shape-book.ts';
import { openShown, type Shown } from '../privacy/shown-ids.ts';
import { type Journal, memoryJournal } from '../run/journal.ts';
import type { Settings } from '../run/settings.ts';
import { openCreationLedger } from '../safety/creations.ts';
import { type FirstSeen, openFirstSeen } from '../safety/first-seen.ts';
import type { Permissions } from '../safety/guard.ts';
import { canonical } from '../safety/ids.ts';
import { openLentBook, type UndoLog } from '../safety/lent-book.ts';
import { type PutBack, putBack, undoContext } from '../safety/put-back.ts';
import { namesLent } from '../safety/request-parts.ts';
import { putsOf, type UndoContext, undoOf } from '../safety/undo.ts';
import type { Access } from './access.ts';
import type { Answer, Sent } from './answer.ts';
import type { BrowserPort, Seen } from './browser.ts';
import { budgetFor, type Kind, openMeter, unlimited } from './budget.ts';
import { compose, type SendOptions } from './compose.ts';
import { type DispatcherParts, openDispatcher } from './dispatcher.ts';
import { guarded } from './guarded.ts';
import type { Params } from './place.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry-policy.ts';
import type { SchemaResults } from './schema-results.ts';
import type { Transport } from './transport.ts';
import { troubleOf } from './trouble.ts';
import { noteWhole } from './whole-answers.ts';

/** Sends requests to the target: the only way of a check to the network. */
export interface Exchange {
  /** Sends a request. @throws Inconclusive when no usable answer comes; Error when the guard refuses the request */
  send(op: Operation, params: Params, options: SendOptions, access: Access): Promise<Answer>;
  /** Sends the same request from a page of another origin, in a browser. @throws Inconclusive without a browser */
  browse(op: Operation, params: Params, options: SendOptions, access: Access): Promise<Seen>;
  /**
   * Sends again what met the trouble of a gateway on an operation earlier in the run. Where it still comes, the operation
   * is accused of it. @throws Inconclusive when it has passed
   */
  review(op: Operation): Promise<void>;
  /** Runs `work`; the budget for shrinking pays its requests. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  /** Undoes the changes of lent things that the journal lists, whichever worker made them. */
  putBack(): Promise<PutBack>;
  /**
   * Stops all sending, even for a row that is still being judged when the run is interrupted. Resolves when every write
   * under way has its answer: only then can its changes be undone.
   */
  close(): Promise<void>;
  /** Requests sent so far, retries included. */
  readonly requests: number;
}

/** What an exchange is made of. */
export interface ExchangeParts {
  readonly contract: Contract;
  readonly settings: Settings;
  readonly transport: Transport;
  readonly schemaResults: SchemaResults;
  /** Notes the shape of each answer. */
  readonly shapes?: ShapeBook;
  readonly redactor: Redactor;
  readonly permissions: Permissions;
  readonly journal?: Journal;
  readonly patience?: RetryPolicy;
  readonly browser?: BrowserPort | undefined;
  /** Whether the run judges the row with an id; left out, it judges all. */
  readonly judges?: ((row: string) => boolean) | undefined;
  /** Called with each thing that an answer shows was created, whether or not the target should have created it. */
  readonly made?: (thing: Created, answer: Answer) => void;
  /** Called with each thing that a creation was answered with although it was there before, and the row that fails. */
  readonly taken?: (thing: Created, row: string) => void;
  /** The text that the names of all created things contain. */
  readonly mark?: string;
  /** Writes a message for the person who watches the run. */
  readonly say?: (text: string) => void;
}

const unboundedPace = { concurrency: 16 };

/** Opens an exchange. It validates every answer against the schemas of the contract. */
export function openExchange(parts: ExchangeParts): Exchange {
  const { contract, settings, redactor, permissions, browser } = parts;
  const journal = parts.journal ?? memoryJournal();
  const lent = new Set(settings.lent.map(canonical));
  const undoLog = openLentBook(journal, settings.keys.full ?? '');
  const ledger = openCreationLedger(
    journal,
    redactor,
    (thing, answer) => parts.made?.(thing, answer),
    (thing, answer, kind) => noteTaken(thing, answer, kind, parts),
  );
  const firstSeen = openFirstSeen([...settings.lent, ...fixtureIds(settings)], parts.mark ?? '');
  const budget = settings.budget ?? budgetFor(settings.effort, settings.write);
  const dispatcher = openDispatcher({ ...dispatcherPartsOf(parts), meter: openMeter(budget, journal) });
  const context = undoContext(contract, settings, dispatcher);
  const shown = openShown(contract, permissions.immutable);
  const learn = learning(firstSeen, shown, parts.schemaResults);

  const pass = (op: Operation, params: Params, options: SendOptions, access: Access) =>
    guarded(op, compose(op, params, options, settings.keys), access, permissions, shown);

  return {
    get requests() {
      return dispatcher.requests;
    },
    async send(op, params, options, access) {
      const sent = pass(op, params, options, access);
      // The journal must hold the undo of a change before the change is sent.
      if (access === 'write' && op.writes && namesLent(sent, lent))
        await noteUndo(op, sent, undoLog, context);
      const kind = kindOf(op, access);
      const { now } = firstSeen;
      const answer = await dispatcher.carry(sent, kind, options.sees ?? []).catch((error: unknown) => {
        if (kind === 'creation') ledger.noteUnclear(op, sent);
        throw error;
      });
      ledger.note(op, answer, (id, name) => firstSeen.before(id, now, name) && !permissions.isMade?.(id));
      try {
        return validated(op, answer, options, parts);
      } finally {
        learn(answer);
      }
    },
    async review(op) {
      const answer = await dispatcher.review(op.id);
      const trouble = answer && troubleOf(answer);
      if (trouble) accuseOfTrouble(answer, trouble.words, parts);
    },
    shrink: (work) => dispatcher.shrink(work),
    close: () => dispatcher.shut(),
    putBack() {
      const undoDispatcher = openDispatcher({ ...dispatcherPartsOf(parts), meter: unlimited });
      return putBack(undoLog, undoContext(contract, settings, undoDispatcher), settings.keys, undoDispatcher);
    },
    async browse(op, params, options, access) {
      const sent = pass(op, params, options, access);
      const { path, method, headers, body } = sent;
      if (!browser) throw new Inconclusive('needs a Chromium on this machine', 'configuration');
      const kind = kindOf(op, access);
      const look = () =>
        dispatcher.pass(kind, () => browser({ url: settings.baseUrl + path, method, headers, body }));
      let seen = await look();
      // A page isn't told of a rate limit or of passing trouble. The same request without a browser meets it, and waits.
      if (seen === 'blocked') {
        await dispatcher.carry(sent, kind, []);
        seen = await look();
      }
      if (seen !== 'redirected') return seen;
      throw new Inconclusive(
        'the target redirects a browser, and a key follows no redirect',
        'configuration',
      );
    },
  };
}

/** Collects the ids of answers. The same text is the same value, and shows nothing new when it comes again. */
function learning(firstSeen: FirstSeen, shown: Shown, results: SchemaResults): (answer: Answer) => void {
  const learned = new WeakSet<object>();
  return (answer) => {
    const { json } = answer;
    if (typeof json === 'object' && json !== null) {
      if (learned.has(json)) return;
      learned.add(json);
    }
    firstSeen.learn(json);
    shown.learn(json, results.rowAgainst(answer));
  };
}

/** Notes how a change is undone, unless that is noted already. */
async function noteUndo(op: Operation, sent: Sent, undoLog: UndoLog, context: UndoContext): Promise<void> {
  const puts = putsOf(op, sent, context);
  if (puts !== undefined && undoLog.covers({ puts })) return;
  for (const undo of await undoOf(op, sent, context)) if (!undoLog.covers(undo)) undoLog.note(undo);
}

function fixtureIds({ fixtures }: Settings): readonly string[] {
  return Object.values(fixtures?.ids ?? {});
}

/** Accuses a creation that was answered with the id of something else, and keeps that thing from any change. */
function noteTaken(thing: Created, answer: Answer, kind: 'same' | 'other', parts: ExchangeParts): void {
  const op = parts.contract.operation(answer.sent.operation);
  const isClear = kind === 'same' && answer.status === op.success && answer.sent.key === 'full';
  parts.taken?.(thing, isClear ? newIdRow(op) : '');
  if (!isClear) return;
  const violation = {
    clause: newIdClause(op),
    operation: op.id,
    status: answer.status,
    pointer: '',
    expected: `a new ${thing.kind} with an id of its own`,
    got: 'the id of something that was there before the request',
  };
  parts.schemaResults.accuse(violation, () => [parts.redactor.evidence(answer)]);
}

function dispatcherPartsOf(parts: ExchangeParts): Omit<DispatcherParts, 'meter'> {
  const { contract, settings, transport, patience, say } = parts;
  return {
    baseUrl: settings.baseUrl,
    transport,
    pace: settings.pace ?? unboundedPace,
    retryPolicy: patience ?? defaultRetryPolicy,
    probes: readsWithoutParameters(contract).map((op) =>
      compose(op, {}, { key: settings.keys.full ? 'full' : 'none' }, settings.keys),
    ),
    judges: parts.judges ?? (() => true),
    isSound: (sent) => isSound(sent, contract),
    limited: (answer) => noteLimited(answer, parts),
    say: say ?? ((text: string) => process.stderr.write(`rollcall: ${text}\n`)),
  };
}

/** Judges the form of a refusal by the rate limit, which no check sees. */
function noteLimited(answer: Answer, { contract, schemaResults, redactor }: ExchangeParts): void {
  const { sent, broken } = answer;
  if (sent.method !== contract.operation(sent.operation).method) return;
  const evidence = () => [redactor.evidence(answer)];
  if (broken !== undefined) schemaResults.accuse(brokenBody(answer, broken), evidence);
  else schemaResults.note(answer, evidence);
  noteWhole(answer, schemaResults, evidence);
}

/** Validates an answer against the schemas of the contract. @throws Inconclusive when no check may judge the answer */
function validated(op: Operation, answer: Answer, options: SendOptions, parts: ExchangeParts): Answer {
  const { schemaResults, shapes, redactor } = parts;
  // The operation's schemas say nothing about the answers of another method.
  if (answer.sent.method !== op.method) return answer;
  const evidence = () => [redactor.evidence(answer)];
  const trouble = troubleOf(answer);
  if (trouble !== undefined) {
    // What a check asked to see, it judges itself.
    if (!options.sees?.includes(answer.status)) accuseOfTrouble(answer, trouble.words, parts);
    return answer;
  }
  const { broken, status } = answer;
  if (broken !== undefined) {
    schemaResults.holdAgainst(answer, wellFormed);
    schemaResults.accuse(brokenBody(answer, broken), evidence);
  }
  if (options.fuzzed && status >= 400 && answer.json === undefined) return answer;
  if (broken !== undefined)
    throw new Inconclusive(
      `an answer is declared as JSON and is ${broken}`,
      'other-row',
      schemaResults.rowAgainst(answer),
    );
  if (answer.unjudged !== undefined) throw new Inconclusive(`an answer can't be judged: ${answer.unjudged}`);
  schemaResults.note(answer, evidence);
  noteWhole(answer, schemaResults, evidence);
  shapes?.note(answer);
  return answer;
}

/** The clause of the row that fails where a body is declared as JSON and is not JSON. */
const wellFormed = 'conventions.json-well-formed';

/** Accuses an operation of trouble that is its own answer. */
function accuseOfTrouble(answer: Answer, words: string, { schemaResults, redactor }: ExchangeParts): void {
  schemaResults.holdAgainst(answer, unansweredClause);
  schemaResults.accuse(unansweredViolation(answer, words), () => [redactor.evidence(answer)]);
}

/** The violation for an operation that meets a request with nothing but trouble. */
function unansweredViolation({ sent, status }: Answer, got: string) {
  return {
    clause: unansweredClause,
    operation: sent.operation,
    status,
    pointer: '',
    expected: 'an answer of the service itself, as other requests got between',
    got: `each time ${got}`,
  };
}

/** The operations that read without path parameters. */
function readsWithoutParameters(contract: Contract): readonly Operation[] {
  return contract.operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
}

function kindOf(op: Operation, access: Access): Kind {
  if (!op.writes || access !== 'write') return 'read';
  return op.success === 201 ? 'creation' : 'write';
}

/** The violation for a body that is declared as JSON and is not JSON. */
function brokenBody({ sent, status }: Answer, got: string) {
  return {
    clause: wellFormed,
    operation: sent.operation,
    status,
    pointer: '',
    expected: 'one whole JSON text in UTF-8',
    got,
  };
}
