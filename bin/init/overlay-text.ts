import { parse, stringify } from 'yaml';
import type { Contract, Gap } from '../../spec/contract.ts';
import { arrayAt, isObject, textAt } from '../../spec/tree.ts';
import type { Action } from './description.ts';

const width = 100;

/**
 * The text of an OpenAPI Overlay 1.0 document. The actions in force come first. Inactive actions follow as comments.
 * Then comes a comment for each gap that is still open: its question, with the reference service's answer as an
 * example.
 *
 * @param reference the text of the reference service's overlay, for the examples
 */
export function overlayText(actions: readonly Action[], open: readonly Gap[], reference: string): string {
  const inForce = actions.filter(({ inactive }) => inactive === undefined);
  const inactive = actions.filter((action) => action.inactive !== undefined);
  const inactiveTargets = new Set(inactive.map(({ target }) => plainPath(target)));
  const unanswered = open.filter(({ fill }) => !inactiveTargets.has(targetOf(fill)));
  return [
    comment(
      'What this target chose where the interface says "not shown": an OpenAPI Overlay 1.0 document, written by `rollcall init` from what the target showed. Read it before you rely on it: what stands in an `update` is what the target will be held to. An action that is left out leaves its gap open.',
    ),
    'overlay: 1.0.0\ninfo:\n  title: The choices of this target\n  version: 1.0.0',
    inForce.length === 0 ? 'actions: []' : 'actions:',
    ...inForce.map((action) => actionText(action)),
    ...(inactive.length === 0
      ? []
      : [comment('-------- seen, but not in force: complete and uncomment what is right', 2)]),
    ...inactive.map((action) => `${comment(action.inactive ?? '', 2)}\n${commented(actionText(action))}`),
    ...(unanswered.length === 0
      ? []
      : [
          comment(
            '-------- not seen: the questions that are left, with the answers of the reference service as examples',
            2,
          ),
        ]),
    ...unanswered.map((gap) => questionText(gap, reference)),
    '',
  ].join('\n');
}

/** The open gaps of a contract that an overlay can fill. */
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

function questionText({ id, question, fill }: Gap, reference: string): string {
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

/** Normalises a JSONPath: single quotes, and brackets only where they are needed. */
function plainPath(target: string): string {
  return target.replaceAll('"', "'").replaceAll(/\['([A-Za-z_]\w*)'\]/g, '.$1');
}

/** Wraps a text into YAML comments. */
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

/** Comments a block out. Removing each `# ` puts it in force. */
function commented(block: string): string {
  return block.replaceAll(/^ {2}(?!#)/gm, '  # ');
}
