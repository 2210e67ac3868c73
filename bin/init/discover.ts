import path from 'node:path';
import { stringify } from 'yaml';
import { fillingsOf } from '../../harness/run/config.ts';
import { loadProfile } from '../../harness/run/profile.ts';
import { loadContract } from '../../spec/contract.ts';
import { overlayDocument } from '../../spec/fill.ts';
import { type Departure, departures } from '../lint/departures.ts';
import type { Described } from '../lint/read.ts';
import { builtInProfile, type OpenTarget } from '../target.ts';
import { combine } from './combine.ts';
import { fit } from './fit.ts';
import { type Observation, observe } from './observe.ts';
import { openShapes, overlayText } from './overlay-text.ts';
import { profileText } from './profile-text.ts';
import { revealedReadings } from './readings.ts';
import { describedActions, revealedActions } from './reveal.ts';
import type { Places } from './write.ts';

/** What the reference service chose, as an overlay: the examples in commented slots. */
const example = () => stringify(overlayDocument(fillingsOf(loadProfile(builtInProfile))));

/** The result of `init`. */
export interface Discovery {
  /** The text of the profile. */
  readonly profile: string;
  /** The text of the overlay. */
  readonly overlay: string;
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
): Promise<Discovery> {
  const { run, config } = target;
  const observation = await observe(run);
  const readings = revealedReadings(observation);
  const revealed = await revealedActions(config.contract, observation);
  const described = vendor === undefined ? [] : describedActions(vendor.root, config.contract, observation);
  const { actions, contract } = fit(
    combine(described, revealed),
    readings.map(({ gap }) => gap),
  );
  const open = openShapes(contract);
  const facts = {
    target: config.settings.baseUrl,
    overlay: path.basename(places.overlay),
    mayNotUse: deniedTo(observation),
  };
  const bare = loadContract();
  const fillable = [...contract.gaps.values()].filter(({ fill }) =>
    /^(?:overlay|profile: readings)/.test(fill),
  );
  const filled = fillable.filter(({ id }) => bare.isOpen(id) && !contract.isOpen(id)).length;
  return {
    profile: profileText(facts, readings, contract),
    overlay: overlayText(actions, open, example()),
    filled,
    open: fillable.length - filled,
    departures: vendor === undefined ? [] : departures(vendor, config.contract),
    requests: target.requests + run.exchange.requests,
  };
}

function deniedTo({ restricted }: Observation): string[] | undefined {
  if (restricted === undefined) return undefined;
  const reads = [...restricted];
  if (reads.every(([, { answer }]) => answer === undefined || answer.status === 401)) return undefined;
  return reads.filter(([, { answer }]) => answer?.status === 403).map(([id]) => id);
}
