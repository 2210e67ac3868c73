import type { Row } from '../harness/judging/row.ts';

/**
 * Who could have a row judged that was not: the owner of the target, the writer of the profile, whoever starts the run
 * (a flag, the machine, another hour), or nobody.
 */
export type Party = 'target' | 'profile' | 'run' | 'nobody';

/** What would have a row judged. */
export interface Remedy {
  readonly by: Party;
  readonly fix: string;
}

/** What is read of a row. */
type Judged = Pick<Row, 'verdict' | 'reason' | 'cause' | 'because'>;

const nobody: Remedy = { by: 'nobody', fix: 'nothing: this target need not have what the row is about' };

/** Reasons for which a row is not applicable, where the profile merely says what the target is like. */
const targetIsSo: readonly RegExp[] = [
  /^the slow request of the profile is one to /,
  /^the interface leaves `limits\.slow-request` open/,
  /^the profile shows (?:an answer without a body|no )/,
  /^the profile does not say that (?:the restricted|any) key may not use this operation$/,
  /^needs \w+, which came with version /,
];

/**
 * What would have a row judged: by its verdict and its cause, which is of a closed list. Rows of older runs have no cause,
 * and are taken for such as lack data.
 *
 * @param fillable whether a profile can fill a gap
 */
export function remedyOf(row: Judged, fillable: (gap: string) => boolean): Remedy | undefined {
  if (row.verdict === 'notApplicable') return ofNotApplicable(row.reason, fillable);
  if (row.verdict === 'inconclusive') return ofInconclusive(row);
  return undefined;
}

function ofNotApplicable(reason: string, fillable: (gap: string) => boolean): Remedy {
  if (targetIsSo.some((pattern) => pattern.test(reason))) return nobody;
  if (reason.startsWith('the run may only read')) return { by: 'run', fix: 'allow writes with --write' };
  if (reason.startsWith('a quick run')) return { by: 'run', fix: 'give --effort standard or deep' };
  const gap = /^the interface leaves `([^`]+)` open/.exec(reason)?.[1];
  if (gap === undefined) return { by: 'profile', fix: `change the profile: ${reason}` };
  if (!fillable(gap)) return nobody;
  return { by: 'profile', fix: `fill \`${gap}\` in the profile` };
}

function ofInconclusive({ cause, because, reason }: Judged): Remedy {
  if (reason === 'needs a Chromium on this machine')
    return { by: 'run', fix: 'install Chromium on the machine that runs Rollcall' };
  switch (cause) {
    case 'configuration':
      return { by: 'profile', fix: 'change the profile or the key' };
    case 'profile':
      return { by: 'profile', fix: 'correct what the profile describes and the target refuses' };
    case 'permission':
      return { by: 'profile', fix: 'give a key that may do it' };
    case 'rate-limit':
      return { by: 'profile', fix: 'lower `pace` in the profile to what the target allows' };
    case 'network':
      return { by: 'run', fix: 'run again where the connection to the target holds' };
    case 'moved':
      return { by: 'run', fix: 'run again while nobody else changes the data' };
    case 'other-row':
      return {
        by: 'target',
        fix: because === undefined ? 'mend the row that fails' : `mend \`${because}\` first`,
      };
    default:
      return { by: 'target', fix: 'give the target such data' };
  }
}
