import { stringify } from 'yaml';
import { isObject, type JsonObject } from '../../../spec/tree.ts';
import { comment } from '../overlay-text.ts';
import { type Slot, wordsAt } from './slots.ts';

/** What the lines of short words are made of. */
export interface WordsText {
  readonly known: JsonObject;
  /** Words for the slots that are open, below the same keys. */
  readonly example: JsonObject;
  readonly slots: readonly Slot[];
  /** What was seen at a place, or how its words were found. */
  readonly notes: ReadonlyMap<string, string>;
}

const step = 2;
const longest = 110;
/** The places whose own keys are slots. */
const sections = ['values', 'sorts', 'required', 'operations'];

/**
 * The lines below `shapes:`: known words in force, and for each open place one comment with its questions and an
 * example, so that removing the `# ` before the example puts it in force.
 */
export function wordsLines(text: WordsText): string[] {
  return childLines(text, []);
}

function childLines(text: WordsText, at: readonly string[]): string[] {
  const [known, example] = [text.known, text.example].map((words) => wordsAt(words, at));
  const keys = [
    ...Object.keys(isObject(example) ? example : {}),
    ...Object.keys(isObject(known) ? known : {}),
  ];
  return [...new Set(keys)].flatMap((key) => keyLines(text, [...at, key]));
}

function keyLines(text: WordsText, at: readonly string[]): string[] {
  const { known, example, slots, notes } = text;
  const indent = at.length * step;
  const key = at.at(-1) ?? '';
  const open = slots.filter((slot) => at.every((name, i) => slot.at[i] === name));
  const note = notes.get(at.join(' '));
  const said = note === undefined ? [] : [comment(note, indent)];
  const value = wordsAt(known, at);
  const isSection = at.length === 1 && sections.includes(key);
  if (open.length === 0 && !isSection)
    return value === undefined ? [] : [...said, ...lines(key, value, indent)];
  if (value === undefined && !isSection)
    return [...questions(open, indent), ...said, ...inactive(key, wordsAt(example, at), indent)];
  const below = childLines(text, at);
  const whole = [...below, ...missingLines(text, at)];
  return whole.length === 0 ? [] : [...said, `${' '.repeat(indent)}${key}:`, ...whole];
}

/** The parts of a place that are not known, where the rest of it is: comments below what is known. */
function missingLines({ known, example, slots }: WordsText, at: readonly string[]): string[] {
  const here = slots.filter((slot) => slot.at.join(' ') === at.join(' '));
  const [value, whole] = [known, example].map((words) => wordsAt(words, at));
  if (here.length === 0 || !isObject(value) || !isObject(whole)) return [];
  const hasOwn = (name: string) => slots.some((slot) => slot.at.join(' ') === [...at, name].join(' '));
  const fresh = Object.entries(whole).filter(([name]) => !(name in value) && !hasOwn(name));
  const indent = (at.length + 1) * step;
  return [...questions(here, indent), ...fresh.flatMap(([name, words]) => inactive(name, words, indent))];
}

function questions(slots: readonly Slot[], indent: number): string[] {
  const gaps = [...new Set(slots.flatMap((slot) => slot.gaps))];
  return gaps.length === 0
    ? []
    : [comment(gaps.map(({ question, id }) => `${question} (${id})`).join(' '), indent)];
}

function inactive(key: string, value: unknown, indent: number): string[] {
  const space = ' '.repeat(indent);
  return lines(key, value, 0).map((line) => `${space}# ${line}`);
}

/** A key and its value on one line, or where that is too long, on one line for each key below it. */
function lines(key: string, value: unknown, indent: number): string[] {
  const text = stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
  const flat = text.replaceAll(/\[ (.*?) \]/g, '[$1]');
  const line = `${' '.repeat(indent)}${key}: ${flat}`;
  if (line.length <= longest || !isObject(value)) return [line];
  const below = Object.entries(value).flatMap(([name, words]) => lines(name, words, indent + step));
  return [`${' '.repeat(indent)}${key}:`, ...below];
}
