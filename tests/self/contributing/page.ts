/** One change of CONTRIBUTING.md to a file: lines that stand together there, and what takes their place. */
export interface Change {
  /** The file, from the root of the tree. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What CONTRIBUTING.md tells a reader to do. */
export interface Instructions {
  readonly changes: readonly Change[];
  /** Commands for the shell, without the comments behind them. */
  readonly commands: readonly string[];
}

/** Reads the instructions from the fenced blocks of the page: `diff` changes files, `sh` is run. */
export function readInstructions(page: string): Instructions {
  return {
    changes: blocks(page, 'diff').flatMap(changesIn),
    commands: blocks(page, 'sh').flatMap((block) =>
      block.split('\n').map((line) => line.replace(/\s+#.*$/, '')),
    ),
  };
}

/** A text after a change. @throws when the lines that it changes do not stand there exactly once */
export function changed(text: string, { file, from, to }: Change): string {
  const [before, after, ...others] = text.split(from);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`CONTRIBUTING.md changes lines that ${file} does not have exactly once:\n${from}`);
  return `${before}${to}${after}`;
}

function blocks(page: string, language: string): string[] {
  const fences = page.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm);
  return [...fences].flatMap(([, found, text = '']) => (found === language ? text : []));
}

/** The hunks of one block: `@@ file` begins the first of a file, `@@` alone another one. */
function changesIn(block: string): Change[] {
  let file = '';
  return block
    .split(/^@@/m)
    .slice(1)
    .map((hunk) => {
      const [name = '', ...lines] = hunk.trimEnd().split('\n');
      file = name.trim() || file;
      const without = (sign: string) =>
        lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`);
      return { file, from: without('+').join(''), to: without('-').join('') };
    });
}
