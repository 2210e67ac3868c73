import type { Contract } from '../../spec/contract.ts';
import { immutable } from '../../spec/immutable.ts';
import type { Answer } from '../http/answer.ts';
import type { BrowserPort } from '../http/browser.ts';
import { type Exchange, openExchange } from '../http/exchange.ts';
import { browserWithHeaders, withHeaders } from '../http/extra-headers.ts';
import { type Clock, wallClock } from '../http/pace.ts';
import { type Recorded, recorded, recordedBrowser } from '../http/record.ts';
import type { RetryPolicy } from '../http/retry-policy.ts';
import { SchemaResults } from '../http/schema-results.ts';
import type { Transport } from '../http/transport.ts';
import { World } from '../judging/world.ts';
import { openAliases } from '../privacy/aliases.ts';
import { Redactor } from '../privacy/redact.ts';
import { openScan, type Scan, secretsOf } from '../privacy/scan.ts';
import { ShapeBook } from '../privacy/shape-book.ts';
import { openStandIns } from '../privacy/stand-ins.ts';
import { canonical } from '../safety/ids.ts';
import { type Journal, memoryJournal } from './journal.ts';
import { type RecordedSettings, recordedSettings } from './recorded-settings.ts';
import type { Settings } from './settings.ts';

/** One run against one target: everything that its checks share. */
export interface Run {
  readonly contract: Contract;
  readonly settings: Settings;
  readonly world: World;
  readonly schemaResults: SchemaResults;
  /** The shapes of the answers so far. */
  readonly shapes: ShapeBook;
  readonly redactor: Redactor;
  readonly exchange: Exchange;
  /** The time by which the run waits. */
  readonly clock: Clock;
  /** Finds secrets in rows before they are written. */
  readonly scan: Scan;
  /** The answers that show how the things of this run were made, by canonical id. */
  readonly makers: ReadonlyMap<string, Answer>;
  /** How many values a property tries by default. */
  readonly runs: number;
  /** The most requests for shrinking one failure. */
  readonly shrinks: number;
  /** Whether this run judges the row with an id: a quick run and a selection leave rows out. */
  readonly judges: (row: string) => boolean;
  /** The rows that fail in place of rows which this run does not judge, by the ids of those. */
  readonly standIns: Map<string, string>;
  /** Paths of counterexamples to repeat, by row id (see replay.ts). */
  readonly replay?: Readonly<Record<string, string>> | undefined;
}

const runsFor = { quick: 2, standard: 12, deep: 60 } as const;
const shrinksFor = { quick: 30, standard: 200, deep: 1_000 } as const;

/** Opens a run. Without a journal, nothing of the run survives a crash. */
export function openRun(parts: {
  readonly contract: Contract;
  readonly settings: Settings;
  readonly transport: Transport;
  readonly journal?: Journal;
  readonly replay?: Run['replay'];
  /** Whether this run judges the row with an id; left out, it judges all. */
  readonly judges?: Run['judges'] | undefined;
  /** The browser of this machine; left out where there is none. */
  readonly browser?: BrowserPort | undefined;
  /** Deadlines and retries; tests use shorter ones than the default. */
  readonly patience?: RetryPolicy;
  /** Writes a message for the person who watches the run; to the error stream by default. */
  readonly say?: (text: string) => void;
  /** Takes the settings and then every exchange, redacted, so that the rows can be judged again; left out, nothing does. */
  readonly record?: ((line: RecordedSettings | Recorded) => void) | undefined;
}): Run {
  const { journal = memoryJournal(), replay, judges = () => true, record, ...given } = parts;
  const { contract, settings } = given;
  const rest = { ...given, ...headed(given) };
  const world = new World(settings.seed, journal, {
    lent: settings.lentThings ?? {},
    fixtures: settings.fixtures ?? {},
    ...(settings.mark === undefined ? {} : { mark: settings.mark }),
  });
  const aliases = openAliases(journal, settings.keys.full ?? '');
  const redactor = new Redactor(contract, (text) => world.isOurs(text), aliases, settings.headers);
  const schemaResults = new SchemaResults(contract, journal);
  const shapes = new ShapeBook(contract, journal);
  const lent = new Set(settings.lent.map(canonical));
  const isOurs = (id: string) => world.isMade(id) || lent.has(canonical(id));
  const makers = new Map<string, Answer>();
  const permissions = {
    write: settings.write,
    mayTouch: (id: string) => world.isOurs(id) || isOurs(id),
    isOurs,
    isMade: (id: string) => world.isMade(id),
    rowOfTaken: (id: string) => world.rowOfTaken(id),
    immutable,
  };
  const exchange = openExchange({
    ...rest,
    ...(record === undefined ? {} : recording(rest, record, (text) => world.isOurs(text))),
    journal,
    schemaResults,
    shapes,
    redactor,
    permissions,
    judges,
    mark: world.mark,
    taken: ({ id }, row) => world.noteTaken(id, row),
    made: (thing, answer) => {
      world.record(thing);
      if (!makers.has(canonical(thing.id))) makers.set(canonical(thing.id), answer);
    },
  });
  const scan = openScan(secretsOf(settings.keys, settings.canaries ?? [], settings.headers));
  return {
    contract,
    settings,
    world,
    schemaResults,
    shapes,
    redactor,
    exchange,
    clock: given.patience?.clock ?? wallClock,
    scan,
    makers,
    runs: runsFor[settings.effort],
    shrinks: shrinksFor[settings.effort],
    judges,
    standIns: new Map(),
    replay,
  };
}

/** Transport and browser that add the headers of the profile to every request. */
function headed({ settings, transport, browser }: Parameters<typeof openRun>[0]) {
  return {
    transport: withHeaders(transport, settings.headers),
    browser: browser && browserWithHeaders(browser, settings.headers),
  };
}

/** Transport and browser that record every exchange, after the settings. */
function recording(
  {
    contract,
    settings,
    transport,
    browser,
  }: Pick<Parameters<typeof openRun>[0], 'contract' | 'settings' | 'transport' | 'browser'>,
  write: (line: RecordedSettings | Recorded) => void,
  isOurs: (text: string) => boolean,
) {
  const standIns = openStandIns(contract, isOurs);
  const { baseUrl, keys } = settings;
  const parts = { contract, baseUrl, keys, standIns, write };
  write(recordedSettings(settings, standIns));
  return {
    transport: recorded(transport, parts),
    browser: browser === undefined ? undefined : recordedBrowser(browser, parts),
  };
}
