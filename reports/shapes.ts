import type { Shapes } from '../harness/privacy/shapes.ts';

/** The form of `shapes.json`. It changes with every change that an older reader would misunderstand. */
export const shapesFormat = 'rollcall-shapes/1';

/** The text of `shapes.json`: one place a line, so that two of them can be compared by eye. */
export function formatShapes(shapes: Shapes): string {
  const answers = shapes.map(({ places, ...head }) => {
    const lines = places.map((place) => `      ${JSON.stringify(place)}`).join(',\n');
    const top = JSON.stringify(head).slice(0, -1);
    return `    ${top}, "places": [${lines === '' ? '' : `\n${lines}\n    `}]}`;
  });
  const body = answers.length > 0 ? `\n${answers.join(',\n')}\n  ` : '';
  return `{\n  "format": ${JSON.stringify(shapesFormat)},\n  "answers": [${body}]\n}\n`;
}
