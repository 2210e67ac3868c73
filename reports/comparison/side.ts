import type { Shapes } from '../../harness/privacy/shapes.ts';
import { baseUrl, type Run } from '../report.ts';

/** One of the two runs that are compared. */
export interface Side {
  /** The report, address or profile as the caller named it. */
  readonly name: string;
  readonly run: Run;
  readonly shapes: Shapes;
}

/** Where a side's target is, in words. */
export function whereOf({ run: { header } }: Side): string {
  return header.target.embedded ? 'the embedded reference service' : baseUrl(header);
}

/** Why two runs can differ although their targets do not: settings that are not the same. */
export function caveats(before: Side, after: Side): string[] {
  const [one, other] = [before.run.header, after.run.header];
  const difference = (what: string, was: unknown, is: unknown) =>
    was === is ? [] : [`The runs differ in ${what}: ${String(was)} before, ${String(is)} after.`];
  return [
    ...difference('the version of Rollcall', one.tool.version, other.tool.version),
    ...difference('the version of the interface', one.interface, other.interface),
    ...difference('their seed', one.run.seed, other.run.seed),
    ...difference('their effort', one.run.effort, other.run.effort),
    ...difference('whether they may write', yes(one.run.write), yes(other.run.write)),
    ...(one.contract !== other.contract && one.interface === other.interface
      ? ['The profiles fill other gaps of the interface, so some rows stand on one side alone.']
      : []),
    ...[before, after]
      .filter(({ shapes }) => shapes.length === 0)
      .map(({ name }) => `${name} holds no shapes, so no drift can be seen; run again to have them.`),
  ];
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}
