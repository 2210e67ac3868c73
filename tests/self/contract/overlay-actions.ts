import { type Contract, loadContract } from '../../../spec/contract.ts';

const head = "overlay: '1.0.0'\ninfo: { title: A target, version: '1' }\nactions:\n";

/** The contract with an overlay of these actions. */
export function loadWith(actions: string): Contract {
  return loadContract({ overlay: { file: 'profile.yaml', text: head + actions } });
}

/** Actions that are written on one line each, as YAML flow mappings. */
export function actions(...rows: readonly string[]): string {
  return rows.map((row) => `  - { ${row} }\n`).join('');
}
