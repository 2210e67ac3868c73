import path from 'node:path';
import { ConfigurationError } from '../../harness/judging/outcome.ts';
import { loadProfile } from '../../harness/run/profile.ts';
import { type Contract, ContractError, loadContract } from '../../spec/contract.ts';
import { type JsonObject, objectAt } from '../../spec/tree.ts';
import { type Departure, departures } from '../lint/departures.ts';
import type { Described } from '../lint/read.ts';
import { builtInProfile, type OpenTarget } from '../target.ts';
import { combine } from './combine.ts';
import type { Action } from './description.ts';
import { fit } from './fit.ts';
import { type Observation, observe } from './observe.ts';
import { overlayText } from './overlay-text.ts';
import { profileText } from './profile-text.ts';
import { type Reading, revealedReadings } from './readings.ts';
import { describedActions, revealedActions } from './reveal.ts';
import { compose, documentWith, joined } from './words/compose.ts';
import { wordsIn } from './words/read.ts';
import { type Example, exampleIn, openShapes, plainPath, slotsFor } from './words/slots.ts';
import type { Places } from './write.ts';

/** What was found out about a target by tries that write, in the short words of a profile. */
export interface Learned {
  readonly words: JsonObject;
  /** How the words at a place were found, or why they were not. */
  readonly notes: ReadonlyMap<string, string>;
}

/** The result of `init`. */
export interface Discovery {
  /** The text of the profile. */
  readonly profile: string;
  /** The text of the overlay; `undefined` where short words say everything. */
  readonly overlay: string | undefined;
  /** How many gaps the profile and the overlay fill. */
  readonly filled: number;
  /** How many gaps a profile or an overlay could fill, and these leave open. */
  readonly open: number;
  /** Where the vendor's description departs from the interface, as `rollcall lint` tells it. */
  readonly departures: readonly Departure[];
  /** Requests that were sent. */
  readonly requests: number;
}

/** Observes a target, and writes what was found into the texts of a profile and its overlay. */
export async function discover(
  target: OpenTarget,
  vendor: Described | undefined,
  places: Places,
  learn: (contract: Contract, words: JsonObject) => Promise<Learned> = async () => nothingLearned,
): Promise<Discovery> {
  const { run, config } = target;
  const observation = await observe(run);
  const readings = revealedReadings(observation);
  const gaps = readings.map(({ gap }) => gap);
  const revealed = await revealedActions(config.contract, observation);
  const described = vendor === undefined ? [] : describedActions(vendor.root, config.contract, observation);
  const { actions } = fit(combine(described, revealed), gaps);
  const inForce = actions.filter(({ inactive }) => inactive === undefined);
  const seen = compose(inForce, {}, gaps);
  const inactive = actions.filter((action) => action.inactive !== undefined);
  const learned = await learn(seen.contract, withSeenValues(seen.words, inactive));
  const { words, rest, contract } = compose(inForce, learned.words, gaps);
  const open = slotsOf(contract, inactive);
  const overlay = rest.length + open.unplaced.length === 0 ? undefined : overlayText(rest, open.unplaced);
  const facts = {
    target: config.settings.baseUrl,
    overlay: overlay === undefined ? undefined : path.basename(places.overlay),
    mayNotUse: deniedTo(observation),
  };
  const notes = new Map([...open.notes, ...notesOf(inForce, open.example), ...learned.notes]);
  return {
    profile: profileText(facts, readingsBeside(words, readings), contract, { ...open, known: words, notes }),
    overlay,
    ...countsOf(contract),
    departures: vendor === undefined ? [] : departures(vendor, config.contract),
    requests: target.requests + run.exchange.requests,
  };
}

/** Words with the values that were seen of what they leave open: there may be more of them, but each of these is one. */
function withSeenValues(words: JsonObject, inactive: readonly Action[]): JsonObject {
  const seen = objectAt(seenIn(inactive), 'values') ?? {};
  return { ...words, values: { ...seen, ...objectAt(words, 'values') } };
}

const nothingLearned: Learned = { words: {}, notes: new Map() };

/** The readings that no short word says already. */
function readingsBeside(words: JsonObject, readings: readonly Reading[]): Reading[] {
  return readings.filter(({ gap }) => gap !== 'limits.maximum-limit' || !('limit' in words));
}

/** The open slots, with what was seen at them but is not in force as their examples. */
function slotsOf(contract: Contract, inactive: readonly Action[]) {
  const { shapes } = loadProfile(builtInProfile);
  if (shapes === undefined)
    throw new ConfigurationError('the profile of the reference service has no shapes');
  const reference = exampleIn(shapes);
  const { slots, left } = slotsFor(openShapes(contract), reference, contract.operations);
  const placed = inactive.filter(({ target }) => slots.some(({ at }) => isAt(reference, at, target)));
  return {
    slots,
    left,
    example: { ...reference, words: joined(seenIn(placed), reference.words) },
    unplaced: inactive.filter((action) => !placed.includes(action)),
    notes: notesOf(placed, reference),
  };
}

/** The words for actions that are not in force; none where they do not fit the contract. */
function seenIn(inactive: readonly Action[]): JsonObject {
  try {
    return wordsIn(documentWith(inactive));
  } catch (error) {
    if (error instanceof ContractError) return {};
    throw error;
  }
}

function isAt({ places }: Example, at: readonly string[], target: string): boolean {
  return places.some((one) => one.at.join(' ') === at.join(' ') && one.target === plainPath(target));
}

/** What actions say of themselves, by the place of their words. */
function notesOf(actions: readonly Action[], { places }: Example): Map<string, string> {
  return new Map(
    actions.flatMap(({ target, note, inactive }) => {
      const place = places.find((one) => one.target === plainPath(target));
      const said = inactive ?? note;
      return place === undefined || said === undefined ? [] : [[place.at.join(' '), said] as const];
    }),
  );
}

function countsOf(contract: Contract): { filled: number; open: number } {
  const bare = loadContract();
  const fillable = [...contract.gaps.values()].filter(({ fill }) =>
    /^(?:overlay|profile: readings)/.test(fill),
  );
  const filled = fillable.filter(({ id }) => bare.isOpen(id) && !contract.isOpen(id)).length;
  return { filled, open: fillable.length - filled };
}

function deniedTo({ restricted }: Observation): string[] | undefined {
  if (restricted === undefined) return undefined;
  const reads = [...restricted];
  if (reads.every(([, { answer }]) => answer === undefined || answer.status === 401)) return undefined;
  return reads.filter(([, { answer }]) => answer?.status === 403).map(([id]) => id);
}
