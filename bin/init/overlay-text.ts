import { parse, stringify } from 'yaml';
import type { Contract, Gap } from '../../spec/contract.ts';
import { arrayAt, isObject, textAt } from '../../spec/tree.ts';
import type { Action } from './description.ts';

const width = 100;

/**
 * An OpenAPI Overlay 1.0 document: the actions that are in force, those that wait for somebody to complete them,
 * and for each gap that is left a slot with its question, filled in as the reference service would.
 *
 * @param reference the text of the reference service's overlay, for examples
 */
export function overlayText(actions: readonly Action[], open: readonly Gap[], reference: string): string {
  const awake = actions.filter(({ asleep }) => asleep === undefined);
  const sleeping = actions.filter(({ asleep }) => asleep !== undefined);
  const sleepingTargets = new Set(sleeping.map(({ target }) => plainPath(target)));
  const slots = open.filter(({ fill }) => !sleepingTargets.has(targetOf(fill)));
  return [
    comment(
      'What this target chose where the interface says "not shown": an OpenAPI Overlay 1.0 document, written by `rollcall init` from what the target showed. Read it before you rely on it: what stands in an `update` is what the target will be held to. An action that is left out leaves its gap open.',
    ),
    'overlay: 1.0.0\ninfo:\n  title: The choices of this target\n  version: 1.0.0',
    awake.length === 0 ? 'actions: []' : 'actions:',
    ...awake.map((action) => actionText(action)),
    ...(sleeping.length === 0
      ? []
      : [comment('-------- seen, but not in force: complete and uncomment what is right', 2)]),
    ...sleeping.map((action) => `${comment(action.asleep ?? '', 2)}\n${commented(actionText(action))}`),
    ...(slots.length === 0
      ? []
      : [
          comment(
            '-------- not seen: the questions that are left, with the answers of the reference service as examples',
            2,
          ),
        ]),
    ...slots.map((gap) => slotText(gap, reference)),
    '',
  ].join('\n');
}

/** Gaps that an overlay can fill and that a contract leaves open. */
export function openShapes(contract: Contract): Gap[] {
  return [...contract.gaps.values()].filter(
    ({ id, fill }) => fill.startsWith('overlay:') && contract.isOpen(id),
  );
}

function actionText({ target, update, note }: Action): string {
  const text = stringify([{ target, update }], { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
  const indented = text.replaceAll(/^/gm, '  ');
  return note === undefined ? indented : `${comment(note, 2)}\n${indented}`;
}

function slotText({ id, question, fill }: Gap, reference: string): string {
  const target = targetOf(fill);
  const example = examplesIn(reference).find((action) => plainPath(action.target).startsWith(target));
  const head = comment(`${question} (${id})`, 2);
  if (example === undefined) return `${head}\n${comment(fill.replace(/^overlay: /, 'target '), 2)}`;
  return `${head}\n${commented(actionText(example))}`;
}

function examplesIn(reference: string): Action[] {
  return arrayAt(parse(reference), 'actions').flatMap((action) => {
    const target = textAt(action, 'target');
    const update = isObject(action) ? action['update'] : undefined;
    return target !== undefined && isObject(update) ? [{ target, update }] : [];
  });
}

function targetOf(fill: string): string {
  return plainPath(fill.replace(/^overlay: /, ''));
}

/** One spelling of a JSONPath: single quotes, and brackets only where they are needed. */
function plainPath(target: string): string {
  return target.replaceAll('"', "'").replaceAll(/\['([A-Za-z_]\w*)'\]/g, '.$1');
}

/** Text as YAML comments that fit a screen. */
export function comment(text: string, indent = 0): string {
  const words = text.split(/\s+/);
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length + 1 <= width - indent)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `${' '.repeat(indent)}# ${line}`).join('\n');
}

/** A block as comments: taking the `# ` away wakes it up. */
function commented(block: string): string {
  return block.replaceAll(/^ {2}(?!#)/gm, '  # ');
}
