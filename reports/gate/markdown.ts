import { escapeMarkdown, markdownCode, markdownTable } from '../markdown.ts';
import { baseUrl } from '../report.ts';
import { plural } from '../terminal/layout.ts';
import { type GateResult, gateExit } from './gate.ts';
import { type GateGroup, gateGroups, gateSentence } from './summary.ts';

/** The most rows of a group that a comment of a pull request shows. */
const most = 50;

/** A gate as Markdown, for the comment of a pull request or the summary of a job. */
export function gateMarkdown(result: GateResult): string {
  const { header, footer } = result.run;
  const { pass, fail, inconclusive } = footer.counts;
  const mark = gateExit(result) === 0 ? '✅' : '❌';
  const where = header.target.embedded ? 'the embedded reference service' : baseUrl(header);
  return [
    `### ${mark} Rollcall: ${escapeMarkdown(gateSentence(result))}`,
    `${plural(pass, 'row')} passed, ${fail} failed, ${inconclusive} not established, on ${markdownCode(where)} (interface ${escapeMarkdown(header.interface)}, seed ${header.run.seed}, effort ${escapeMarkdown(header.run.effort)}).`,
    ...gateGroups(result).map(groupMarkdown),
    '',
  ].join('\n\n');
}

function groupMarkdown({ title, fix, shuts, lines }: GateGroup): string {
  const rows = lines.slice(0, most).map(({ row, detail }) => [markdownCode(row), escapeMarkdown(detail)]);
  const table = markdownTable(['row', 'why'], rows);
  const more = lines.length > most ? `\n\n… and ${plural(lines.length - most, 'row')} more.` : '';
  if (shuts) return `**${title}** (${lines.length}): ${fix}.\n\n${table}${more}`;
  return `<details><summary>${title} (${lines.length})</summary>\n\n${table}${more}\n\n</details>`;
}
