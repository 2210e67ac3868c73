import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { simulatedBrowser } from '../../../harness/http/simulated-browser.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import { openRun, type Run } from '../../../harness/run/run.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { WrittenServer } from '../blind/written-servers.ts';
import { type Told, toldBy } from '../instruments/opened.ts';
import { instrumented, type Mutant } from '../mutants/instrument.ts';
import { compileModule, type LoadModule, type Mutated, started } from '../mutants/switched.ts';
import { withoutPauses } from '../proofs/judge-service.ts';

/** A server that others wrote, with small edits made by machine, of which one or none is switched on. */
export interface MutatedServer {
  readonly name: string;
  readonly told: Told;
  readonly mutants: readonly Mutant[];
  /** The server without a mutant; told of those that run for each place that it passes. */
  plain(cover: (...ids: readonly string[]) => void): Served;
  /** The server with one mutant; `undefined` when it doesn't even start. */
  withMutant(id: string): Mutated | undefined;
}

/** What answers requests, and the keys that it takes. */
export type Served = Pick<Mutated, 'fetch' | 'keys'>;

/** Files that are not mutated: what data a server holds is nobody's rule, and the rest says nothing by itself. */
const leftOut = /(?:^|\/)(?:seed|random|names|types|index)\.ts$|^manners\//;

/** Mutates a server that others wrote. */
export async function mutatedServer({ name, profile }: WrittenServer): Promise<MutatedServer> {
  const folder = path.dirname(profile);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const texts = files
    .filter((file) => file.endsWith('.ts') && !leftOut.test(file))
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const);
  const { code, mutants } = await instrumented(folder, 'index.ts', new Map(texts));
  const load: LoadModule<Pick<WrittenServer, 'createServer' | 'keys'>> = compileModule(code);
  const create: Parameters<typeof started>[0] = (probe) => {
    const { createServer, keys } = load(probe);
    return { fetch: createServer(), keys };
  };
  return {
    name,
    told: toldBy(profile),
    mutants,
    plain: (cover) => create({ isActive: () => false, cover }),
    withMutant: (id) => {
      const mutated = started(create, id);
      return mutated && inTime(mutated);
    },
  };
}

/** How long a server in this process may take: some mutants never answer. */
const longestMs = 500;

/** A server that gives no answer once it takes too long. */
function inTime({ fetch, keys, hangs }: Mutated): Mutated {
  let late = 0;
  return {
    keys,
    hangs: () => hangs() + late,
    fetch: (request) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          late += 1;
          reject(new DOMException('no answer', 'TimeoutError'));
        }, longestMs);
        const over = () => clearTimeout(timer);
        Promise.resolve(fetch(request)).finally(over).then(resolve, reject);
      }),
  };
}

/** Opens a run that reads, at seed 1, against such a server in this process. */
export function readingRun(
  { name, told: { profile, contract } }: MutatedServer,
  { fetch, keys }: Served,
  bounds: Pick<Settings, 'effort' | 'budget'>,
): Run {
  const transport = serviceTransport(fetch, () => 1);
  return openRun({
    contract,
    settings: {
      ...bounds,
      baseUrl: `http://${name}.test/api/v1`,
      keys,
      write: false,
      seed: 1,
      readings: profile.readings,
      lent: [],
    },
    transport,
    browser: simulatedBrowser(transport),
    patience: withoutPauses,
  });
}
