import type { CompletedCommand } from './table.ts';

/** A script for bash. Where it has nothing to offer, bash completes files. */
export function bashScript(commands: readonly CompletedCommand[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  return `# bash completion for rollcall
_rollcall() {
  local typed=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=
  [ "$before" = = ] && before=\${COMP_WORDS[COMP_CWORD-2]}
  [ "$typed" = = ] && typed=
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${names}'
  else
    case "\${COMP_WORDS[1]} $before" in
${commands.flatMap(valueCases).join('\n')}
      *)
        case "\${COMP_WORDS[1]} $typed" in
${commands.map(flagCase).join('\n')}
${commands.flatMap(argumentCase).join('\n')}
        esac
        ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$typed"))
}
complete -o default -F _rollcall rollcall
`;
}

function valueCases({ name, flags }: CompletedCommand): string[] {
  return flags.flatMap((flag) => {
    if (flag.value === undefined) return [];
    const words = typeof flag.value === 'string' ? '' : flag.value.join(' ');
    return `      '${name} --${flag.name}') words='${words}' ;;`;
  });
}

/** The first word behind the name of a command. */
function argumentCase({ name, argument }: CompletedCommand): string[] {
  if (typeof argument !== 'object') return [];
  return [`          '${name} '*) [ "$COMP_CWORD" -eq 2 ] && words='${argument.join(' ')}' ;;`];
}

function flagCase({ name, flags }: CompletedCommand): string {
  return `          '${name} -'*) words='${flags.map((flag) => `--${flag.name}`).join(' ')}' ;;`;
}
