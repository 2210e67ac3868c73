import { type Contract, ContractError, loadContract } from '../../spec/contract.ts';
import { type Action, jsonPath } from './description.ts';
import { overlayText } from './overlay-text.ts';

/** Actions after they were tried on the contract. */
export interface Fitted {
  /** All actions. Those that contradict the interface are inactive, with the reason. */
  readonly actions: readonly Action[];
  /** The contract with the actions in force. */
  readonly contract: Contract;
}

/** Tries actions on the contract with its own loader, and makes those inactive that contradict the interface. */
export function fit(actions: readonly Action[], filled: readonly string[]): Fitted {
  let current = actions;
  for (;;) {
    const inForce = current.filter(({ inactive }) => inactive === undefined);
    const text = overlayText(inForce, []);
    try {
      const contract = loadContract({ overlay: { file: 'overlay.yaml', text }, filled });
      const targets = unaskablePages(contract);
      const next = current.map((action) =>
        targets.includes(action.target) ? deactivated(action, lacksParameters) : action,
      );
      if (next.every((action, i) => action === current[i])) return { actions: current, contract };
      current = next;
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      const culprit = inForce[indexIn(error.message)];
      if (culprit === undefined) throw error;
      const why = error.message.replace(/^[^ ]+ (?:actions\[\d+\]\S*:? )?/, '');
      const reason = `does not fit the interface: ${why}`;
      current = current.map((action) => (action === culprit ? deactivated(action, reason) : action));
    }
  }
}

const lacksParameters = 'its answer is a page, but the parameters of pages are not there';

/** The targets of paginated answers whose operation lacks a parameter of pages. */
function unaskablePages({ operations }: Contract): string[] {
  return operations
    .filter((op) => op.paginated && !['limit', 'offset', 'cursor'].every((name) => op.has(name)))
    .map(({ path, method }) => jsonPath(['paths', path, method.toLowerCase(), 'responses']));
}

function deactivated(action: Action, reason: string): Action {
  return action.inactive === undefined ? { ...action, inactive: reason } : action;
}

/** The index of the action that an error of the loader names; -1 without one. */
function indexIn(message: string): number {
  return Number(/actions\[(\d+)\]/.exec(message)?.[1] ?? -1);
}
