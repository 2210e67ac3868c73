import { isDate, isDateTime } from './formats.ts';
import { isObject } from './tree.ts';

/** The forms of a value that is another one each time: when the account was disabled, say. */
const forms: Readonly<Record<string, (text: string) => boolean>> = { 'date-time': isDateTime, date: isDate };

/** The form that a profile gives for the value of a state; `undefined` where it gives the value itself. */
export function formOf(said: unknown): string | undefined {
  const form = isObject(said) ? said['form'] : undefined;
  return typeof form === 'string' && form in forms ? form : undefined;
}

/** The form that a value has, if it is one that a profile can name. */
export function formOfValue(value: unknown): string | undefined {
  return typeof value === 'string' ? Object.keys(forms).find((form) => forms[form]?.(value)) : undefined;
}

/**
 * Whether a field shows the state of an account as the profile says that it does.
 *
 * @param value what the field holds; a field that is left out holds nothing
 * @param said the value of that state, `null` for none, or `{ form }` for any of a form
 */
export function showsState(value: unknown, said: unknown): boolean {
  const form = formOf(said);
  if (form !== undefined) return formOfValue(value) === form;
  return (value ?? null) === (said ?? null);
}
