import type { Row } from '../harness/judging/row.ts';
import type { Evidence } from '../harness/privacy/evidence.ts';

/** A value that a later request sends and an earlier answer gave, in a variable of the shell. */
interface Given {
  readonly variable: string;
  /** The name of the field that held it, and how many of that name stand before it in the answer. */
  readonly field: string;
  readonly place: number;
  /** How evidence writes it: an id of ours, or the alias of a hidden value. */
  readonly text: string;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const alias = /^[a-zA-Z]+#\d+$/;

/**
 * The exchanges of a failure as lines of a shell, in their order. What an answer gives to a later request is kept in a
 * variable; where a thing can't be made again, since it is still there, the variable holds the one of the run. What is
 * hidden and no answer gives is a variable too, and comments before the lines say what to put there: without it, the
 * shell sends nothing.
 */
export function replayLines(evidence: readonly Evidence[]): string[] {
  const lines = handedOn(evidence);
  const hidden = [...new Set(lines.flatMap((line) => [...line.matchAll(placeholder)].map(([text]) => text)))];
  return [
    ...toSet(hidden),
    ...lines.map((line) => line.replaceAll(placeholder, (text) => `'"\${${nameOf(text)}:?}"'`)),
  ];
}

/**
 * The lines that show a failure, short enough to read. What the run made is still there, so its making is left out,
 * unless the row is about that.
 */
export function storyLines({ operation, evidence = [] }: Pick<Row, 'operation' | 'evidence'>): string[] {
  return cutLong(replayLines(evidence.filter((one) => one.part !== 'set-up' || one.operation === operation)));
}

/** The lines, with variables for what earlier answers give. */
function handedOn(evidence: readonly Evidence[]): string[] {
  const given: Given[] = [];
  return evidence.map((one, index) => {
    const later = evidence.slice(index + 1).map(({ curl }) => curl);
    const line = given.reduce(withVariable, one.curl);
    const earlier = evidence.slice(0, index + 1).map(({ curl }) => curl);
    const own = valuesIn(one).filter(({ text }) => {
      const whole = wordOf(text);
      return later.some((curl) => whole.test(curl)) && !earlier.some((curl) => whole.test(curl));
    });
    const named = own.map((value) => ({ ...value, variable: variableOf(value.field, given.length) }));
    const [first] = named.slice(0, 1);
    if (first === undefined) return line;
    given.push(first);
    const taken = `${first.variable}=$(${line} | ${pick(first)})`;
    return uuid.test(first.text) ? `${taken}; ${first.variable}=\${${first.variable}:-${first.text}}` : taken;
  });
}

/** The values of an answer that another request could send: ids and aliases, with their places. */
function valuesIn({ body }: Evidence): Omit<Given, 'variable'>[] {
  const found: Omit<Given, 'variable'>[] = [];
  const places = new Map<string, number>();
  const visit = (value: unknown, field: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, field);
    else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) visit(inner, name);
    else if (typeof value === 'string') {
      const place = places.get(field) ?? 0;
      places.set(field, place + 1);
      if (uuid.test(value) || alias.test(value)) found.push({ field, place, text: value });
    }
  };
  visit(body, '');
  return found;
}

function variableOf(field: string, known: number): string {
  const name = field
    .replace(/Ids?$/, '')
    .replace(/^(?:next|previous)(?=[A-Z])/, '')
    .replaceAll(/[^A-Za-z]/g, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2');
  return `${name.toUpperCase() || 'VALUE'}_${known + 1}`;
}

/** Takes the nth text of a field out of JSON, with tools that every shell has. */
function pick({ field, place }: Given): string {
  return `grep -o '"${field}" *: *"[^"]*"' | sed -n '${place + 1}s/.*"\\([^"]*\\)"$/\\1/p'`;
}

/**
 * A line in which a variable stands for its value. All that a line quotes stands in single quotes. A variable that has
 * nothing to fall back on stops the line where it is empty.
 */
function withVariable(line: string, { text, variable }: Given): string {
  const use = uuid.test(text) ? `$${variable}` : `\${${variable}:?}`;
  return line.replace(new RegExp(wordOf(text), 'g'), () => `'"${use}"'`);
}

/** Finds a value as a whole word: `id#1` stands in neither `id#18` nor `classId#1`. An escape may stand before it. */
function wordOf(text: string): RegExp {
  return new RegExp(String.raw`(?:(?<![a-zA-Z])|(?<=%[\dA-F]{2}))${text}(?!\d)`);
}

/** An alias that stands in a line for a value that is hidden. */
const placeholder = /(?<=[^a-zA-Z]|%[\dA-F]{2})(?<!%|%[\dA-F])[a-zA-Z]+#\d+(?!\d)/g;

/** The variable for a hidden value: USER_48 for `user#48`. */
function nameOf(text: string): string {
  return text
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replace('#', '_')
    .toUpperCase();
}

/** The kinds of aliases that stand for ids. */
const idKinds = /^(?:id|user|student|teacher|class|cohort|test|session|academicYear)$/;

/** What to set before the lines, a comment for each kind of hidden value. */
function toSet(hidden: readonly string[]): string[] {
  const kinds = [...new Set(hidden.map((text) => text.replace(/#.*/, '')))];
  return kinds.map((kind) => {
    const names = hidden.filter((text) => text.startsWith(`${kind}#`)).map(nameOf);
    const all = names.length > 2 ? `${names[0]} … ${names.at(-1)}` : names.join(', ');
    const [one, many] = idKinds.test(kind) ? ['an id', 'ids '] : ['one', ''];
    return `# hidden, set first: ${all} (${names.length > 1 ? `${names.length} ${many}` : `${one} `}of yours)`;
  });
}

/** The most characters of a line that is shown whole. */
const longest = 1000;

/** A list of quoted texts, and parameters of one name: the first three, and what comes after them. */
const quotedList = /((?:"[^"]+",){3})("[^"]+"(?:,"[^"]+")+)/g;
const parameterList = /(([\w.]+)=[^&']+&\2=[^&']+&\2=[^&']+&)(\2=[^&']+(?:&\2=[^&']+)+)/g;

/** Cuts the lists of lines that are too long to read. Such a line is a comment: pasted, it would send something else. */
export function cutLong(lines: readonly string[]): string[] {
  return lines.map((line) => {
    if (line.length <= longest) return line;
    const cut = line
      .replace(quotedList, (_all, first: string, rest: string) => `${first}… ${rest.split('",').length} more`)
      .replace(
        parameterList,
        (_all, first: string, _name, rest: string) => `${first}… ${rest.split('&').length} more`,
      );
    return cut === line ? line : `# cut, \`rollcall show\` has it whole: ${cut}`;
  });
}

/** A header with nothing but a variable, as a profile adds it for a gateway; the keys' headers are none of them. */
const gatewayHeader = /-H "[\w-]+: \$(?!ROLLCALL_[A-Z0-9_]+_KEY\b)(\w+)"/g;

/** What the shell must have before such lines are pasted. */
export function shellNeeds(base: string, lines: readonly string[]): string[] {
  const all = lines.join('\n');
  return [
    `BASE=${base}`,
    ...[...new Set([...all.matchAll(/\$(ROLLCALL_[A-Z0-9_]+_KEY)\b/g)].map(([, name]) => name))].map(
      (name) => `export ${name}=…   # the key; never shown`,
    ),
    ...[...new Set([...all.matchAll(gatewayHeader)].map(([, name]) => name))].map(
      (name) => `export ${name}=…   # for the gateway; never shown`,
    ),
  ];
}
