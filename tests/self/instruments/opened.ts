import { budgetFor } from '../../../harness/http/budget.ts';
import type { RetryPolicy } from '../../../harness/http/retry-policy.ts';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import type { Transport } from '../../../harness/http/transport.ts';
import { contractFor } from '../../../harness/run/config.ts';
import type { Effort } from '../../../harness/run/effort.ts';
import { loadProfile, type Profile } from '../../../harness/run/profile.ts';
import { openRun, type Run } from '../../../harness/run/run.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Contract } from '../../../spec/contract.ts';

/** What a profile says, and the contract as it fills it. */
export interface Told {
  readonly profile: Profile;
  readonly contract: Contract;
}

/** Reads the profile of a service that is no relative of the reference service. */
export function toldBy(profileFile: string): Told {
  const profile = loadProfile(profileFile);
  return { profile, contract: contractFor(profile) };
}

/** How a service is reached, and with which patience; the usual one of a run when it is left out. */
export interface Reached {
  readonly server: Pick<Settings, 'baseUrl' | 'keys'>;
  readonly transport: Transport;
  readonly effort?: Effort;
  readonly patience?: RetryPolicy;
}

/** Opens a run against such a service: by its profile, with writes, at seed 1. */
export function openedBy(
  { profile, contract }: Told,
  { server, transport, effort = 'standard', patience }: Reached,
): Run {
  return openRun({
    contract,
    settings: {
      ...server,
      write: true,
      seed: 1,
      effort,
      budget: budgetFor(effort, true, profile.budget),
      readings: profile.readings,
      lent: [],
    },
    transport,
    browser: simulatedBrowser(transport),
    ...(patience === undefined ? {} : { patience }),
  });
}
