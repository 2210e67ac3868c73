import type { KnownIds } from './extensions.ts';
/** stub */
export function applyOverlay(
  tree: unknown,
  _overlay: { file: string; text: string },
  _known: KnownIds,
): unknown {
  return tree;
}
