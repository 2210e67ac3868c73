import { type Contract, ContractError, loadContract } from '../../spec/contract.ts';
import { type Action, jsonPath } from './description.ts';
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
      const halved = halfPaged(contract);
      const next = current.map((action) => (halved.includes(action.target) ? asleep(action, half) : action));
      if (next.every((action, i) => action === current[i])) return { actions: current, contract, misfits };
      current = next;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const guilty = current.filter(({ asleep }) => asleep === undefined)[indexIn(error.message)];
      if (guilty === undefined) throw error;
      const why = error.message.replace(/^[^ ]+ (?:actions\[\d+\]\S*:? )?/, '');
      misfits.set(guilty.target, why);
      const reason = `does not fit the interface: ${why}`;
      current = current.map((action) => (action === guilty ? asleep(action, reason) : action));
    }
  }
}

const half = 'its answer is a page, but the parameters of pages are not there';

/** Answers that an overlay makes pages of, without the parameters that every page has. */
function halfPaged({ operations }: Contract): string[] {
  return operations
    .filter((op) => op.paginated && !['limit', 'offset', 'cursor'].every((name) => op.has(name)))
    .map(({ path, method }) => jsonPath(['paths', path, method.toLowerCase(), 'responses']));
}

function asleep(action: Action, reason: string): Action {
  return action.asleep === undefined ? { ...action, asleep: reason } : action;
}

function indexIn(message: string): number {
  return Number(/actions\[(\d+)\]/.exec(message)?.[1] ?? -1);
}
