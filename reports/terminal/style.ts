import { styleText } from 'node:util';

/** The styles of a text in a terminal. Without colour, each function returns the text unchanged. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

const same = (text: string): string => text;

/** A style without colour: for files, pipes and tests. */
export const plain: Style = { bold: same, dim: same, red: same, green: same, yellow: same };

/** Whether there is colour is decided below, for the stream that is written to. */
const always = { validateStream: false };

const coloured: Style = {
  bold: (text) => styleText('bold', text, always),
  dim: (text) => styleText('dim', text, always),
  red: (text) => styleText('red', text, always),
  green: (text) => styleText('green', text, always),
  yellow: (text) => styleText('yellow', text, always),
};

/** The style for a stream: with colour where a person watches it, unless NO_COLOR or CI is set; FORCE_COLOR asks for it. */
export function styleFor(
  stream: { isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  if (env['NO_COLOR']) return plain;
  const isForced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0';
  return isForced || isLive(stream, env) ? coloured : plain;
}

/** Whether a person watches the stream, so that a line of progress may be overwritten. */
export function isLive(
  stream: { isTTY?: boolean },
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !env['CI'] && env['TERM'] !== 'dumb';
}
