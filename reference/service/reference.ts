import { chooseShapes, type Shapes, type SomeShapes } from './choices.ts';
import { seedData } from './data/seed.ts';
import { delayed, type Latency } from './http/delay.ts';
import { type Keys, keysOf } from './http/keys.ts';
import { createMeter } from './http/rate.ts';
import { createRouter } from './http/router.ts';
import { createService, type Service } from './http/service.ts';
import { operations } from './operations/index.ts';
import { createStore, type Store } from './store/store.ts';

export type { Shapes, SomeShapes } from './choices.ts';
export type { Latency } from './http/delay.ts';
export type { Keys } from './http/keys.ts';
export type { Service } from './http/service.ts';
export type { Store } from './store/store.ts';

/** What may be chosen about a reference service. */
export interface ReferenceOptions {
  /** Seeded data and keys depend on it; 1 when left out. */
  readonly seed?: number;
  /** How many users there are, 300 when left out; sessions grow with them. */
  readonly users?: number;
  /** How long answers are held back, all or by request; from 30 seconds on they are 504 (Limits). */
  readonly latencyMs?: Latency;
  /** Different choices for what the interface leaves open. */
  readonly shapes?: SomeShapes;
  /** Different API keys. */
  readonly keys?: Partial<Keys>;
}

/** A complete service that keeps every clause of the interface, and what is behind it. */
export interface Reference {
  readonly fetch: Service;
  readonly keys: Keys;
  readonly store: Store;
  readonly shapes: Shapes;
}

const router = createRouter(operations);

/** Creates a service with state of its own. Cheap: seeded data is built once for each seed and then shared. */
export function createReference(options: ReferenceOptions = {}): Reference {
  const { seed = 1, users = 300, latencyMs = 0 } = options;
  const shapes = chooseShapes(options.shapes);
  const keys = { ...keysOf(seed), ...options.keys };
  const store = createStore(seedData(seed, users));
  const service = createService({ store, shapes, keys, router, meter: createMeter(shapes.rate) });
  return { fetch: latencyMs === 0 ? service : delayed(service, latencyMs), keys, store, shapes };
}
