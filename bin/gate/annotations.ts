import { existsSync } from 'node:fs';
import type { GateResult } from '../../reports/gate/gate.ts';
import { displayPath } from '../../reports/output.ts';
import { profileLine } from '../../reports/profile-line.ts';
import { type Finding, runFindings } from '../../reports/sarif.ts';
import { loadContract, versions } from '../../spec/contract.ts';
import { readBounded } from '../stored.ts';

const mostBytes = 4 * 1024 * 1024;

/** The new failures of a gate as workflow commands of GitHub: each annotates the line of the profile that it is about. */
export function annotations({ added, run }: GateResult): string {
  const { profileFile } = run.header.target;
  const version = versions.find((known) => known === run.header.interface);
  const book = loadContract(version === undefined ? {} : { version });
  const isThere = profileFile !== undefined && existsSync(profileFile);
  const text = isThere ? readBounded(profileFile, mostBytes, 'name the profile of the run') : '';
  const file = profileFile === undefined ? '' : displayPath(profileFile);
  const at = (clause: string) => ({ file, line: profileLine(text, book.clauses.get(clause)?.needs ?? []) });
  return runFindings({ ...run, rows: added, book }, at)
    .map(commandOf)
    .join('\n');
}

function commandOf({ rule, message, file, line }: Finding): string {
  const properties = { ...(file === '' ? {} : { file, line }), title: rule };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::error ${list.join(',')}::${escapeMessage(message)}`;
}

/** Escapes a text so that it stays one command, whatever it holds. */
function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
