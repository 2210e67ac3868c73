import type { Contract, Operation } from '../../spec/contract.ts';
import { Inconclusive } from '../judging/outcome.ts';
import type { Created } from '../judging/world.ts';
import type { Redactor } from '../privacy/redact.ts';
import { openShown } from '../privacy/shown-ids.ts';
import { type Journal, memoryJournal } from '../run/journal.ts';
import type { Settings } from '../run/settings.ts';
import { openCreationLedger } from '../safety/creations.ts';
import { type Permissions, refusal } from '../safety/guard.ts';
import { canonical } from '../safety/ids.ts';
import { openLentBook } from '../safety/lent-book.ts';
import { beforeOf, type PutBack, putBack } from '../safety/put-back.ts';
import { namesLent, undoOf } from '../safety/undo.ts';
import type { Access } from './access.ts';
import type { Answer, Sent } from './answer.ts';
import type { BrowserPort, Seen } from './browser.ts';
import { budgetFor, type Kind, openMeter, unlimited } from './budget.ts';
import { compose, type SendOptions } from './compose.ts';
import { type DoorParts, openDoor } from './door.ts';
import { type Patience, patient } from './patience.ts';
import type { Params } from './place.ts';
import type { SchemaResults } from './schema-results.ts';
import type { Transport } from './transport.ts';

/** The one door to the network. */
export interface Exchange {
  send(op: Operation, params: Params, options: SendOptions, access: Access): Promise<Answer>;
  /** The same request from a page of another origin, in a browser. @throws Inconclusive without a browser */
  browse(op: Operation, params: Params, options: SendOptions, access: Access): Promise<Seen>;
  /** Has the requests of `work` paid by the budget for shrinking. */
  shrink<T>(work: () => Promise<T>): Promise<T>;
  /** Takes back what was changed on lent things, by this worker or an earlier one. */
  putBack(): Promise<PutBack>;
  /**
   * Ends the sending, also for a row that is still being judged when somebody interrupts the run; resolves when every
   * change under way has its answer, so that it is not put back before it is made.
   */
  close(): Promise<void>;
  /** Requests that went out so far, repeats included. */
  readonly requests: number;
}

/** What an exchange is made of. */
export interface ExchangeParts {
  readonly contract: Contract;
  readonly settings: Settings;
  readonly transport: Transport;
  readonly schemaResults: SchemaResults;
  readonly redactor: Redactor;
  readonly permissions: Permissions;
  readonly journal?: Journal;
  readonly patience?: Patience;
  readonly browser?: BrowserPort | undefined;
  /** Is told of everything that comes to be on the target, whether or not it should have. */
  readonly made?: (thing: Created) => void;
  /** Tells people what they have to know while the run goes on. */
  readonly say?: (text: string) => void;
}

const unbounded = { concurrency: 16 };

/** Opens the door. Every answer is judged by the schemas of the contract on its way in. */
export function openExchange(parts: ExchangeParts): Exchange {
  const { contract, settings, redactor, permissions, browser } = parts;
  const journal = parts.journal ?? memoryJournal();
  const lent = new Set(settings.lent.map(canonical));
  const book = openLentBook(journal, settings.keys.full ?? '');
  const ledger = openCreationLedger(journal, redactor, (thing) => parts.made?.(thing));
  const budget = settings.budget ?? budgetFor(settings.effort, settings.write);
  const door = openDoor({ ...doorPartsOf(parts), meter: openMeter(budget, journal) });
  const before = beforeOf(contract, settings, door);
  const shown = openShown(contract, permissions.immutable);

  /** The request as it may be sent. A refusal by the guard is an error of the suite. */
  function allowed(op: Operation, params: Params, options: SendOptions, access: Access): Sent {
    const sent = compose(op, params, options, settings.keys);
    const refused = refusal(op, sent, access, { ...permissions, isShown: shown.has });
    if (refused) throw new Error(`the guard refused a request: ${refused}`);
    return sent;
  }

  return {
    get requests() {
      return door.requests;
    },
    async send(op, params, options, access) {
      const sent = allowed(op, params, options, access);
      // How a change of lent things is taken back stands in the journal before the change is sent.
      if (access === 'write' && op.writes && namesLent(sent, lent))
        for (const undo of await undoOf(op, sent, before)) if (!book.covers(undo)) book.note(undo);
      const kind = kindOf(op, access);
      const answer = await door.carry(sent, kind, options.sees ?? []).catch((error: unknown) => {
        if (kind === 'creation') ledger.noteUnclear(op, sent);
        throw error;
      });
      ledger.note(op, answer);
      shown.learn(answer.json);
      return judged(op, answer, options, parts);
    },
    shrink: (work) => door.shrink(work),
    close: () => door.shut(),
    putBack() {
      const back = openDoor({ ...doorPartsOf(parts), meter: unlimited });
      return putBack(book, beforeOf(contract, settings, back), settings.keys, back);
    },
    async browse(op, params, options, access) {
      const { path, method, headers, body } = allowed(op, params, options, access);
      if (!browser) throw new Inconclusive('needs a Chromium on this machine', 'configuration');
      const seen = await door.pass(kindOf(op, access), () =>
        browser({ url: settings.baseUrl + path, method, headers, body }),
      );
      if (seen !== 'redirected') return seen;
      throw new Inconclusive('the target redirects a browser, and a key follows no redirect', 'target');
    },
  };
}

function doorPartsOf({
  contract,
  settings,
  transport,
  patience,
  say,
}: ExchangeParts): Omit<DoorParts, 'meter'> {
  return {
    baseUrl: settings.baseUrl,
    transport,
    pace: settings.pace ?? unbounded,
    patience: patience ?? patient,
    look: compose(plainest(contract), {}, { key: settings.keys.full ? 'full' : 'none' }, settings.keys),
    say: say ?? ((text: string) => process.stderr.write(`rollcall: ${text}\n`)),
  };
}

/** The answer, once the schemas of the contract have judged it. @throws Inconclusive when no check may look at it */
function judged(
  op: Operation,
  answer: Answer,
  options: SendOptions,
  { schemaResults, redactor }: ExchangeParts,
): Answer {
  // What another method answers is not an answer of the operation.
  if (answer.sent.method !== op.method) return answer;
  const prove = () => [redactor.evidence(answer)];
  if (answer.broken !== undefined) schemaResults.accuse(brokenBody(answer, answer.broken), prove);
  if (options.odd && answer.status >= 400 && answer.json === undefined) return answer;
  const unread = whyUnread(answer);
  if (unread !== undefined) throw new Inconclusive(unread, 'target');
  schemaResults.note(answer, prove);
  return answer;
}

/** Why no check may look at an answer: it would miss what may well be there, and accuse the target of that. */
function whyUnread({ status, headers, broken, unjudged }: Answer): string | undefined {
  // Sent elsewhere, to log in or by a gateway: what the operation itself would say stays unknown.
  if (status >= 300 && status < 400 && headers['location'] !== undefined)
    return `the target redirects (${status}), and a key follows no redirect`;
  if (broken !== undefined) return 'an answer is declared as JSON and is none, which has a clause of its own';
  return unjudged && `an answer can't be judged: ${unjudged}`;
}

/** An operation that reads and takes nothing. */
function plainest(contract: Contract): Operation {
  const op = contract.operations.find(({ method, path }) => method === 'GET' && !path.includes('{'));
  if (!op) throw new Error('the contract has no operation that only reads');
  return op;
}

function kindOf(op: Operation, access: Access): Kind {
  if (!op.writes || access !== 'write') return 'read';
  return op.success === 201 ? 'creation' : 'write';
}

/** What is declared as JSON and is none. */
function brokenBody({ sent, status }: Answer, got: string) {
  return {
    clause: 'conventions.json-well-formed',
    operation: sent.operation,
    status,
    pointer: '',
    expected: 'one whole JSON text in UTF-8',
    got,
  };
}
