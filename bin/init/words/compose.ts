import { stringify } from 'yaml';
import { type Contract, ContractError, loadContract } from '../../../spec/contract.ts';
import { overlayDocument } from '../../../spec/fill.ts';
import { sourceOf } from '../../../spec/load.ts';
import { applyOverlay } from '../../../spec/overlay.ts';
import { isObject, type JsonObject } from '../../../spec/tree.ts';
import type { Action } from '../description.ts';
import { overlayText } from '../overlay-text.ts';
import { wordsIn } from './read.ts';
import { restOf } from './rest.ts';

/** What is known of the shapes of a target: short words, and an overlay for what they cannot say. */
export interface Composed {
  readonly words: JsonObject;
  readonly rest: readonly Action[];
  /** The contract that both fill. */
  readonly contract: Contract;
}

/**
 * Says actions in short words, as far as there are words.
 *
 * @param actions the actions in force, which fit the contract
 * @param learned words that were found by other means; they come first
 * @param filled the gaps that readings fill
 */
export function compose(
  actions: readonly Action[],
  learned: JsonObject,
  filled: readonly string[],
): Composed {
  let words = joined(learned, wordsIn(documentWith(actions)));
  for (;;) {
    try {
      const rest = restOf(actions, documentOf(words));
      return { words, rest, contract: contractOf(words, rest, filled) };
    } catch (error) {
      const next = error instanceof ContractError ? withoutPlace(words, error.message) : undefined;
      if (next === undefined) throw error;
      words = next;
    }
  }
}

/** The contract's document with actions applied. */
export function documentWith(actions: readonly Action[]): unknown {
  const { tree } = sourceOf('openapi', undefined);
  if (actions.length === 0) return tree;
  const { clauses, gaps } = loadContract();
  const known = { clauses: new Set(clauses.keys()), gaps: new Set(gaps.keys()) };
  return applyOverlay(tree, { file: 'overlay.yaml', text: overlayText(actions, []) }, known);
}

function documentOf(words: JsonObject): unknown {
  const overlay = overlayDocument({ shapes: textOf(words) });
  const actions = Array.isArray(overlay?.['actions']) ? overlay['actions'] : [];
  return documentWith(actions.filter(isAction));
}

function isAction(value: unknown): value is Action {
  return isObject(value) && typeof value['target'] === 'string' && isObject(value['update']);
}

function contractOf(words: JsonObject, rest: readonly Action[], filled: readonly string[]): Contract {
  const settings = [
    ...('limit' in words ? ['limits.maximum-limit'] : []),
    ...('state' in words ? ['users.enabled-field'] : []),
  ];
  return loadContract({
    shapes: textOf(words),
    ...(rest.length === 0 ? {} : { overlay: { file: 'overlay.yaml', text: overlayText(rest, []) } }),
    filled: [...new Set([...filled, ...settings])],
  });
}

function textOf(words: JsonObject): { file: string; text: string } {
  return { file: 'profile.yaml', text: stringify({ shapes: words }) };
}

/** Words without those that an error names; `undefined` where it names none. */
function withoutPlace(words: JsonObject, message: string): JsonObject | undefined {
  const at = /: shapes\.([\w.]+)/.exec(message)?.[1]?.split('.').slice(0, 2) ?? [];
  const [section, key] = at;
  if (section === undefined || !(section in words)) return undefined;
  const own = words[section];
  const { [section]: _, ...others } = words;
  if (key === undefined || !isObject(own) || !(key in own)) return others;
  const { [key]: __, ...rest } = own;
  return { ...others, ...(Object.keys(rest).length > 0 ? { [section]: rest } : {}) };
}

/** Joins words, in the order of the second. Those of the first come first; lists are not joined. */
export function joined(first: JsonObject, second: JsonObject): JsonObject {
  const entries = Object.entries(second).map(([key, value]): [string, unknown] => {
    const own = first[key];
    return [key, isObject(own) && isObject(value) ? joined(own, value) : (own ?? value)];
  });
  return {
    ...Object.fromEntries(entries),
    ...Object.fromEntries(Object.entries(first).filter(([key]) => !(key in second))),
  };
}
