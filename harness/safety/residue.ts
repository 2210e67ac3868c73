import { commandLine } from '../../spec/command-line.ts';
import type { Created } from '../judging/world.ts';
import type { Journal } from '../run/journal.ts';
import { pendingIn } from './lent-book.ts';

/** What a run leaves on a target. The interface cannot delete, so the run lists it. */
export interface Residue {
  /** Things that the run created or found again, once each and in that order. */
  readonly made: readonly Created[];
  /** Creations that were sent without a clear answer: each may have created something. */
  readonly unclear: readonly { readonly operation: string; readonly body: string }[];
  /** How many changes of lent things are not put back. */
  readonly lent: number;
}

/** Reads the residue of a run from its journal. */
export function residueOf(journal: Journal): Residue {
  const made = new Map(
    journal
      .read('made')
      .map(({ kind, id }) => [String(id).toLowerCase(), { kind: String(kind), id: String(id) }]),
  );
  const unclear = journal
    .read('unclear')
    .map(({ operation, body }) => ({ operation: String(operation), body: JSON.stringify(body) }));
  return { made: [...made.values()], unclear, lent: pendingIn(journal) };
}

/** The residue in one line for a terminal; empty when nothing is left. */
export function residueLine({ made, unclear, lent }: Residue): string {
  const kinds = [...new Set(made.map(({ kind }) => kind))];
  const counts = kinds.map((kind) => `${made.filter((one) => one.kind === kind).length} × ${kind}`);
  return [
    ...counts,
    ...(unclear.length > 0 ? [`${unclear.length} creations without an answer`] : []),
    ...(lent > 0 ? [`${lent} changes of lent things NOT put back: run \`${commandLine('cleanup')}\``] : []),
  ].join(', ');
}

const userKinds = ['student', 'teacher'];

/** The residue as Markdown: what stays on the target, and how to neutralise it. */
export function residueText({ made, unclear, lent }: Residue): string {
  if (made.length + unclear.length + lent === 0)
    return '# Residue\n\nNothing of this run stays on the target.\n';
  const key = '-H "x-api-key: $ROLLCALL_API_KEY"';
  const rows = made.map(({ kind, id }) => {
    const how = userKinds.includes(kind)
      ? `\`curl -sS -X POST ${key} "$BASE/users/${id}/disable"\``
      : 'take its members out';
    return `| ${kind} | ${id} | ${how} |`;
  });
  return [
    '# Residue',
    '',
    'What this run made on the target, or found of an earlier run and used again. The interface deletes no class,',
    'cohort or user. The next run, whatever its seed, finds these things by their names and uses them again; only what',
    'has to be new each time is added: at most 3 classes, 3 cohorts and 4 users. `budget.creations: 0` adds nothing.',
    '`rollcall cleanup --disable` disables the users.',
    '',
    ...(rows.length > 0 ? ['| what | id | how to neutralise it |', '|---|---|---|', ...rows, ''] : []),
    ...(unclear.length > 0
      ? [
          'Sent, and not answered so that it shows what was made; something may have come to be:',
          '',
          ...unclear.map(({ operation, body }) => `- ${operation} ${body}`),
          '',
        ]
      : []),
    ...(lent > 0
      ? [
          `${lent} changes of lent things are not put back: run \`rollcall cleanup\` with the key of this run.`,
          '',
        ]
      : []),
  ].join('\n');
}
