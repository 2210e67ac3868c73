import { type Contract, ContractError, loadContract } from '../../spec/contract.ts';
import type { Action } from './description.ts';
import { overlayText } from './overlay-text.ts';

/** Actions that the contract takes, and those that it does not. */
export interface Fitted {
  /** All of them; one that does not fit is put to sleep, with the reason. */
  readonly actions: readonly Action[];
  /** The contract with what fits. */
  readonly contract: Contract;
  /** What did not fit, in words, by target. */
  readonly misfits: ReadonlyMap<string, string>;
}

/** Holds actions against the real loader, and puts to sleep what contradicts the interface. */
export function fit(actions: readonly Action[], filled: readonly string[]): Fitted {
  const misfits = new Map<string, string>();
  let current = actions;
  for (;;) {
    const text = overlayText(current, [], 'actions: []');
    try {
      const contract = loadContract({ overlay: { file: 'overlay.yaml', text }, filled });
      return { actions: current, contract, misfits };
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const guilty = current.filter(({ asleep }) => asleep === undefined)[indexIn(error.message)];
      if (guilty === undefined) throw error;
      const why = error.message.replace(/^[^ ]+ (?:actions\[\d+\]\S*:? )?/, '');
      misfits.set(guilty.target, why);
      current = current.map((action) =>
        action === guilty ? { ...action, asleep: `does not fit the interface: ${why}` } : action,
      );
    }
  }
}

function indexIn(message: string): number {
  return Number(/actions\[(\d+)\]/.exec(message)?.[1] ?? -1);
}
