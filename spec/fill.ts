import path from 'node:path';
import { type Endpoint, readEndpoints } from './endpoint.ts';
import { checkExtensions, type KnownIds } from './extensions.ts';
import { inliner } from './inline.ts';
import { sourceOf } from './load.ts';
import { type Action, applyActions, type Change, type OverlayText, readActions } from './overlay.ts';
import { shapeActions } from './shapes/translate.ts';
import { type ShapesText, shapesKey } from './shapes/words.ts';
import { type Path, readSource } from './source.ts';
import { isObject, type JsonObject, objectAt, textAt } from './tree.ts';

/** What a profile says of the shapes that the interface does not show. */
export interface Fillings {
  /** An OpenAPI Overlay 1.0 document. */
  readonly overlay?: OverlayText;
  /** A profile with short words. */
  readonly shapes?: ShapesText;
}

/** The contract's document with its gaps filled. */
export interface FilledDocument {
  readonly tree: unknown;
  /** Where the body of an operation is described, as `file:line`; empty for one that the interface describes itself. */
  describedAt(endpoint: Endpoint): readonly string[];
}

/** Fills the gaps of the contract's document, with the short words first and the overlay on top. @throws ContractError */
export function fillFrom(
  { overlay, shapes }: Fillings,
  base: unknown,
  endpoints: readonly Endpoint[],
  known: KnownIds,
): FilledDocument {
  const actions = [
    ...(shapes === undefined ? [] : wordedActions(shapes, base, endpoints, known)),
    ...(overlay === undefined ? [] : readActions(overlay, known)),
  ];
  if (actions.length === 0) return { tree: base, describedAt: () => [] };
  const { tree, changes } = applyActions(base, actions);
  return { tree, describedAt: ({ path: at }) => linesOf(changes, bodyPlaces(tree, at)) };
}

/** The actions of short words. Each names the place of its words, whatever in its update is wrong. */
function wordedActions(
  shapes: ShapesText,
  base: unknown,
  endpoints: readonly Endpoint[],
  known: KnownIds,
): Action[] {
  const source = readSource(shapes.file, shapes.text);
  checkExtensions(source, known, [shapesKey], objectAt(source.tree, shapesKey));
  return shapeActions(shapes, base, endpoints).map(({ at, target, update }) => ({
    place: {
      source: {
        ...source,
        error: (_, what, fix) => source.error(at, what, fix),
        lineOf: () => source.lineOf(at),
      },
      path: at,
    },
    target,
    update,
    remove: false,
  }));
}

/** The places of an operation's body: its own, and the components that it refers to. */
function bodyPlaces(tree: unknown, operation: Path): Path[] {
  const own = [...operation, 'requestBody'];
  const places: Path[] = [own];
  const seen = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    if (!isObject(node)) return;
    const reference = textAt(node, '$ref');
    if (reference !== undefined && !seen.has(reference)) {
      seen.add(reference);
      const steps = reference.slice(2).split('/');
      places.push(steps);
      visit(nodeAt(tree, steps));
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(nodeAt(tree, own));
  return places;
}

function nodeAt(tree: unknown, at: Path): unknown {
  return at.reduce<unknown>((node, step) => (node as JsonObject | undefined)?.[step], tree);
}

function linesOf(changes: readonly Change[], places: readonly Path[]): string[] {
  const isWithin = (location: Path, place: Path) => place.every((step, i) => location[i] === step);
  const hits = changes.filter(({ location }) => places.some((place) => isWithin(location, place)));
  const lines = hits.map(({ action: { place } }) => {
    return `${path.basename(place.source.file)}:${place.source.lineOf(place.path)}`;
  });
  return [...new Set(lines)];
}

/**
 * Everything that a profile says of shapes as one OpenAPI Overlay document; undefined where it says nothing.
 *
 * @throws ContractError for words that do not fit the interface
 */
export function overlayDocument({ overlay, shapes }: Fillings): JsonObject | undefined {
  const own = overlay === undefined ? undefined : readSource(overlay.file, overlay.text).tree;
  if (shapes === undefined) return isObject(own) ? own : undefined;
  const { tree } = sourceOf('openapi', undefined);
  const worded = shapeActions(shapes, tree, readEndpoints(tree, inliner(tree))).map(({ target, update }) => ({
    target,
    update,
  }));
  if (worded.length === 0) return isObject(own) ? own : undefined;
  const rest = isObject(own) && Array.isArray(own['actions']) ? own['actions'] : [];
  const info = { title: 'The shapes of a profile', version: '1.0.0' };
  return { overlay: '1.0.0', info, ...(isObject(own) ? own : {}), actions: [...worded, ...rest] };
}
