import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { BundleError, type Entries, unpack } from '../../reports/certificate/bundle.ts';
import type { Certified, Facts } from '../../reports/certificate/certificate.ts';
import type { Run } from '../../reports/report.ts';
import { parseRows, RowsError } from '../../reports/rows.ts';

/** What a bundle holds, after its form was checked. */
export interface Contents extends Certified {
  /** The recorded exchanges as text, by seed. */
  readonly exchanges: ReadonlyMap<number, string>;
}

/** The most rows of one run, and the most runs: many times what any catalogue has. */
const most = { rows: 20_000, runs: 32 };

const schema = new URL('../../spec/certificate.schema.json', import.meta.url);
let ajv: Ajv2020 | undefined;

/** A validator of a part of the certificate's schema; the whole without a name. */
export function validatorOf(name?: string): ValidateFunction {
  if (ajv === undefined) {
    ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false });
    ajv.addSchema(JSON.parse(readFileSync(schema, 'utf8')));
  }
  const id = 'https://rollcall.invalid/certificate.schema.json';
  const validate = ajv.getSchema(name === undefined ? id : `${id}#/$defs/${name}`);
  if (validate === undefined) throw new Error(`the schema of the certificate has no ${name}`);
  return validate;
}

/** Reads a bundle that anybody may have made. @throws BundleError that quotes nothing of it */
export function readBundle(bytes: Uint8Array): Contents {
  const entries = unpack(bytes);
  const facts = parse(entries.get('facts.json') ?? '', 'facts.json');
  if (!validatorOf('facts')(facts)) throw new BundleError('its facts.json does not have the form of one');
  const runs = seedsIn(entries, 'rows').map((seed) =>
    readRun(entries.get(`rows/${seed}.ndjson`) ?? '', seed),
  );
  if (runs.length === 0) throw new BundleError('it holds no rows');
  if (runs.length > most.runs) throw new BundleError(`it holds more than ${most.runs} runs`);
  const recorded = seedsIn(entries, 'exchanges');
  return {
    facts: facts as Facts,
    runs,
    exchanges: new Map(recorded.map((seed) => [seed, entries.get(`exchanges/${seed}.ndjson`) ?? ''])),
  };
}

/** The seeds of the entries in a folder of the bundle, the lowest first. */
function seedsIn(entries: Entries, folder: string): number[] {
  const seeds = [...entries.keys()].flatMap((name) => {
    const seed = new RegExp(`^${folder}/(\\d+)\\.ndjson$`).exec(name)?.[1];
    return seed === undefined ? [] : [Number(seed)];
  });
  return seeds.sort((a, b) => a - b);
}

function readRun(text: string, seed: number): Run {
  const file = `rows/${seed}.ndjson`;
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  if (lines > most.rows + 2) throw new BundleError(`${file} holds more than ${most.rows} rows`);
  const validate = validatorOf('line');
  for (const line of text.split('\n')) {
    if (line !== '' && !validate(parse(line, file)))
      throw new BundleError(`a line of ${file} does not have the form of one`);
  }
  try {
    const run = parseRows(text, file);
    if (run.header.run.seed === seed) return run;
  } catch (error) {
    if (!(error instanceof RowsError)) throw error;
    throw new BundleError(`${file} is not the stream of a whole run: ${error.fault}`);
  }
  throw new BundleError(`${file} is of another seed`);
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BundleError(`${file} is not JSON`);
  }
}
