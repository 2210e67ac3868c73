import type { CompletedCommand, CompletedFlag } from './table.ts';

/** A script for zsh, to be sourced or to stand in `fpath` as `_rollcall`. */
export function zshScript(commands: readonly CompletedCommand[]): string {
  const summaries = commands.map(({ name, summary }) => `    ${quoted(`${name}:${escaped(summary)}`)}`);
  return `#compdef rollcall
# zsh completion for rollcall
_rollcall() {
  local -a commands=(
${summaries.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = _rollcall ]; then
  _rollcall "$@"
else
  compdef _rollcall rollcall
fi
`;
}

function commandCase({ name, argument, flags }: CompletedCommand): string {
  const first = typeof argument === 'object' ? [quoted(`1:word:(${argument.join(' ')})`)] : [];
  const specs = [...flags.map(flagSpec), ...first, quoted('*:file:_files')];
  return `    ${name})\n      _arguments \\\n${specs.map((spec) => `        ${spec}`).join(' \\\n')}\n      ;;`;
}

function flagSpec({ name, help, value, many }: CompletedFlag): string {
  const star = many ? '*' : '';
  if (value === undefined) return quoted(`${star}--${name}[${escaped(help)}]`);
  const action = value === 'path' ? '_files' : value === 'any' ? ' ' : `(${value.join(' ')})`;
  return quoted(`${star}--${name}=[${escaped(help)}]:value:${action}`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\[\]:]/g, '\\$&');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
