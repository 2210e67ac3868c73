import { type JSONPathNode, query } from 'json-p3';
import { readEndpoints } from './endpoint.ts';
import { checkExtensions, type KnownIds } from './extensions.ts';
import { compileOnce, unlessGood } from './good-schemas.ts';
import { BrokenReference, inliner } from './inline.ts';
import { createAjv } from './keywords.ts';
import { mergeInto, type Writable } from './merge.ts';
import { below, type Place, readList, readObject, readText } from './read.ts';
import { type Path, readSource } from './source.ts';
import { isObject, type JsonObject } from './tree.ts';
import { createValidator } from './validator.ts';

/** A profile's OpenAPI Overlay 1.0 document. `file` is its name in error messages. */
export interface OverlayText {
  readonly file: string;
  readonly text: string;
}

/** One change of the contract's document, by an overlay or by short words of a profile. */
export interface Action {
  /** Where it stands, for error messages. */
  readonly place: Place;
  readonly target: string;
  readonly update?: JsonObject;
  readonly remove: boolean;
}

function readAction(place: Place, row: unknown): Action {
  const { target, update, remove } = readObject(place, row, ['target'], ['description', 'update', 'remove']);
  const action = { place, target: readText(below(place, 'target'), target), remove: remove === true };
  if (remove !== undefined && typeof remove !== 'boolean') {
    throw place.source.error([...place.path, 'remove'], 'is neither true nor false', 'write true or false');
  }
  if (update === undefined && remove !== true) {
    throw place.source.error(place.path, 'changes nothing', 'add the key update (or remove: true)');
  }
  if (update === undefined) return action;
  if (isObject(update)) return { ...action, update };
  throw place.source.error([...place.path, 'update'], 'is not a mapping', 'write the keys to be merged here');
}

/**
 * Reads the actions of an overlay. @throws ContractError with file, line and key, for an unknown key or id
 */
export function readActions({ file, text }: OverlayText, known: KnownIds): readonly Action[] {
  const source = readSource(file, text);
  const root: Place = { source, path: [] };
  const { overlay, info, actions } = readObject(
    root,
    source.tree,
    ['overlay', 'info', 'actions'],
    ['extends'],
  );
  if (typeof overlay !== 'string' || !/^1\.0\.\d+$/.test(overlay)) {
    throw source.error(['overlay'], 'is not an overlay version that is known here', "write overlay: '1.0.0'");
  }
  readObject(below(root, 'info'), info, ['title', 'version'], []);
  checkExtensions(source, known);
  const place = below(root, 'actions');
  return readList(place, actions).map((row, i) => readAction(below(place, i), row));
}

/**
 * The nodes that the target of an action selects. @throws ContractError unless it is a JSONPath (RFC 9535) with nodes
 */
function select(tree: unknown, { place, target }: Action): readonly JSONPathNode[] {
  const path = [...place.path, 'target'];
  try {
    const { nodes } = query(target, tree as Parameters<typeof query>[1]);
    if (nodes.length > 0) return nodes;
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw place.source.error(path, `is not a JSONPath (${what})`, "write it like $.paths['/users'].get");
  }
  throw place.source.error(path, `${target} selects nothing`, 'compare it with spec/openapi.yaml');
}

function at(tree: unknown, path: Path): unknown {
  let node = tree;
  for (const step of path) node = (node as Readonly<Record<string | number, unknown>> | undefined)?.[step];
  return node;
}

function removeNode(tree: unknown, base: unknown, { place, target }: Action, path: Path): void {
  if (path.length === 0 || at(base, path) !== undefined) {
    throw place.source.error(
      [...place.path, 'remove'],
      `the interface states ${target}`,
      'leave this action out',
    );
  }
  const holder = at(tree, path.slice(0, -1));
  if (Array.isArray(holder)) holder.splice(Number(path.at(-1)), 1);
  else if (isObject(holder)) delete (holder as Writable)[String(path.at(-1))];
}

function updateNode(tree: unknown, base: unknown, action: Action, path: Path, update: JsonObject): void {
  const node = at(tree, path);
  const place = below(action.place, 'update');
  if (Array.isArray(node)) {
    // Overlay 1.0 appends an update to a list. Merging a list of one into the parent does the same.
    const holder = path.slice(0, -1);
    updateNode(tree, base, action, holder, { [String(path.at(-1))]: [update] });
  } else if (isObject(node)) {
    const stated = at(base, path);
    mergeInto({ now: node as Writable, stated: isObject(stated) ? stated : undefined, path, place }, update);
  } else {
    throw place.source.error(
      [...action.place.path, 'target'],
      'selects a single value',
      'target the node that holds it',
    );
  }
}

function apply(base: unknown, actions: readonly Action[], changes: Change[] = []): unknown {
  const tree = structuredClone(base);
  for (const action of actions) {
    const places = [...select(tree, action)];
    changes.push(...places.map(({ location }) => ({ action, location })));
    // Items of a list are removed from its end: removing an earlier item would move the later ones.
    for (const { location } of action.remove ? places.reverse() : places) {
      if (action.remove) removeNode(tree, base, action, location);
      else if (action.update !== undefined) updateNode(tree, base, action, location, action.update);
    }
  }
  return tree;
}

/** The name of a schema for other schemas. */
const named = /"\$(?:id|anchor|dynamicAnchor)"/;

/**
 * The first problem in the schemas of a document, such as a broken reference or an unknown keyword; undefined if none.
 */
function schemaProblem(tree: unknown): string | undefined {
  const validator = createValidator(() => createAjv(true));
  // Most schemas come several times: references are written out.
  const seen = new Set<string>();
  try {
    for (const { operation, answers } of readEndpoints(tree, inliner(tree))) {
      const schemas = [...answers.values(), ...operation.parameters.map(({ schema }) => schema)];
      for (const schema of [...schemas, operation.body ?? {}]) {
        const text = JSON.stringify(schema);
        if (seen.has(text)) continue;
        seen.add(text);
        const compile = () => validator.compile(schema);
        // What has a name of its own can't stand beside another one of that name.
        if (named.test(text)) compile();
        else compileOnce(text, compile);
      }
      const names = operation.parameters.map(({ name, in: where }) => `${name} in ${where}`);
      const twice = names.find((name, i) => names.indexOf(name) !== i);
      if (twice !== undefined) return `${operation.id} has the parameter ${twice} twice`;
    }
  } catch (error) {
    if (error instanceof BrokenReference) return `${error.reference} ${error.message}`;
    return error instanceof Error ? error.message : String(error);
  }
  return undefined;
}

/** Where an action changed the document. */
export interface Change {
  readonly action: Action;
  readonly location: Path;
}

/** A copy of the contract's document with actions applied, and what they changed. */
export interface Filled {
  readonly tree: unknown;
  readonly changes: readonly Change[];
}

/**
 * Applies actions to a copy of the contract's document: the one door for overlays and for the short words of a profile.
 * @param base the parsed openapi.yaml
 * @throws ContractError with file and line: for a target that selects nothing, an update that contradicts the interface,
 * or an invalid schema
 */
export function applyActions(base: unknown, actions: readonly Action[]): Filled {
  const changes: Change[] = [];
  const tree = apply(base, actions, changes);
  const problem = unlessGood(JSON.stringify(tree), () => schemaProblem(tree));
  if (problem === undefined) return { tree, changes };
  // The action at fault is the first one after which the schemas do not compile.
  const guilty = actions.findIndex(
    (_, i) => schemaProblem(apply(base, actions.slice(0, i + 1))) !== undefined,
  );
  const { place } = actions[guilty] ?? { place: undefined };
  throw (
    place?.source.error([...place.path, 'update'], `does not fit: ${problem}`, 'mend it there') ??
    new Error(problem)
  );
}

/** Applies an overlay to a copy of the contract's document, as `applyActions` does. */
export function applyOverlay(base: unknown, overlay: OverlayText, known: KnownIds): unknown {
  return applyActions(base, readActions(overlay, known)).tree;
}
