import { stringify } from 'yaml';
import type { Action } from './description.ts';

const width = 100;

/**
 * The text of an OpenAPI Overlay 1.0 document: the actions in force, and as comments those that are not.
 */
export function overlayText(actions: readonly Action[], inactive: readonly Action[]): string {
  return [
    comment(
      'What the short words of the profile cannot say of this target: an OpenAPI Overlay 1.0 document, written by `rollcall init` from what the target showed. Read it before you rely on it: what stands in an `update` is what the target will be held to.',
    ),
    'overlay: 1.0.0\ninfo:\n  title: The choices of this target\n  version: 1.0.0',
    actions.length === 0 ? 'actions: []' : 'actions:',
    ...actions.map((action) => actionText(action)),
    ...(inactive.length === 0
      ? []
      : [comment('-------- seen, but not in force: complete and uncomment what is right', 2)]),
    ...inactive.map((action) => `${comment(action.inactive ?? '', 2)}\n${commented(actionText(action))}`),
    '',
  ].join('\n');
}

function actionText({ target, update, note }: Action): string {
  const text = stringify([{ target, update }], { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
  const indented = text.replaceAll(/^/gm, '  ');
  return note === undefined ? indented : `${comment(note, 2)}\n${indented}`;
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
