import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { TransportError } from '../../../harness/http/transport.ts';
import type { Reference, ReferenceOptions } from '../../../reference/service/reference.ts';

/** What a mutated build asks while it runs. */
export interface Probe {
  /** Whether a mutant is switched on. */
  readonly isActive: (id: string) => boolean;
  /** Called with the mutants of each place that runs as it was written. */
  readonly cover: (...ids: readonly string[]) => void;
}

/** Loads a build anew, with module state of its own, and gives what its entry exports. */
export type LoadModule<Exports> = (probe: Probe) => Exports;

/** Loads a build of the reference service, and gives what creates one. */
export type Load = LoadModule<(options?: ReferenceOptions) => Reference>;

const require = createRequire(import.meta.url);

/** Compiles a build of the reference service once, to be loaded as often as there are mutants. */
export function compile(code: string): Load {
  const load = compileModule<{ createReference: (options?: ReferenceOptions) => Reference }>(code);
  return (probe) => load(probe).createReference;
}

/** Compiles the build of any service once. */
export function compileModule<Exports extends object>(code: string): LoadModule<Exports> {
  const parameters = ['module', 'exports', 'require', 'stryMutAct_9fa48', 'stryCov_9fa48'];
  const run = compileFunction(code, parameters);
  return ({ isActive, cover }) => {
    const module = { exports: {} as Exports };
    run(module, module.exports, require, isActive, cover);
    return module.exports;
  };
}

/** How many places of the service one request may pass. Sorting all users passes some hundred thousand. */
const mostSteps = 3_000_000;

/** A service with one mutant, and how often a request of it ran on and on, which ended with an error. */
export interface Mutated extends Pick<Reference, 'fetch' | 'keys'> {
  hangs(): number;
}

/** A reference service with one mutant; `undefined` when it doesn't even start. */
export function withMutant(load: Load, id: string): Mutated | undefined {
  return started((probe) => load(probe)(), id);
}

/**
 * A service with one mutant; `undefined` when it doesn't even start.
 *
 * @param create makes the service of a build that asks this probe
 */
export function started(
  create: (probe: Probe) => Pick<Reference, 'fetch' | 'keys'>,
  id: string,
): Mutated | undefined {
  try {
    return start(create, id);
  } catch {
    return undefined;
  }
}

function start(create: (probe: Probe) => Pick<Reference, 'fetch' | 'keys'>, id: string): Mutated {
  let steps = 0;
  let hangs = 0;
  const { fetch, keys } = create({
    isActive: (other) => other === id,
    cover: () => {
      steps += 1;
      if (steps <= mostSteps) return;
      hangs += 1;
      steps = 0;
      throw new Error('The service runs on and on.');
    },
  });
  return {
    keys,
    fetch: async (request) => {
      steps = 0;
      const response: unknown = await Promise.resolve(request)
        .then(fetch)
        .catch(() => undefined);
      // A server whose handler fails, or answers nothing, drops the connection.
      if (response instanceof Response) return response;
      throw new TransportError('reset');
    },
    hangs: () => hangs,
  };
}
