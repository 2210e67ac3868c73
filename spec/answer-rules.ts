import { isUriReference } from './formats.ts';
import { isObject } from './tree.ts';
import type { Violation } from './violation.ts';

/** What the rules look at in an answer: all of it, and the origin that the request named. */
export interface WholeAnswer {
  readonly operation: string;
  readonly status: number;
  /** Whether the operation lists the status, so that a schema judges the body by itself. */
  readonly listed: boolean;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a body came at all, JSON or not. */
  readonly hasBody: boolean;
  /** The parsed body; `undefined` when it is not JSON. */
  readonly json: unknown;
  /** Whether the body begins with a byte-order mark. */
  readonly marked: boolean;
  /** The origin of the request; `undefined` when it named none. */
  readonly origin: string | undefined;
}

/** What an answer shows about one rule: the clause, and what came where the answer breaks it. */
export interface RuleResult {
  readonly clause: string;
  readonly violation?: Violation;
}

/** A law that every answer of every operation keeps, whatever the schema of its status says. */
interface Rule {
  readonly expected: string;
  /** The clause that judges this answer; `undefined` where the rule says nothing about it. */
  readonly clause: (answer: WholeAnswer) => string | undefined;
  /** What is wrong, in words without values; `undefined` when nothing is. */
  readonly wrong: (answer: WholeAnswer) => string | undefined;
}

const isError = ({ status }: WholeAnswer) => status >= 400;

/** The members that only problem details have (chapter Errors). */
const ofProblems = ['type', 'title', 'detail', 'instance'];

const rules: readonly Rule[] = [
  {
    expected: 'application/json',
    clause: (answer) => (answer.hasBody ? 'conventions.json-content-type' : undefined),
    wrong: (answer) => {
      const type = answer.headers['content-type'];
      const json = isError(answer) ? /^application\/(?:problem\+)?json$/i : /^application\/json$/i;
      if (json.test(mediaType(type))) return undefined;
      return type === undefined ? 'no content-type' : 'another media type';
    },
  },
  {
    expected: 'one whole JSON text in UTF-8',
    clause: ({ json }) => (json === undefined ? undefined : 'conventions.json-well-formed'),
    wrong: ({ marked }) => (marked ? 'a byte-order mark before it, which JSON must not have' : undefined),
  },
  {
    expected: 'the origin that asked, or a star, in access-control-allow-origin',
    clause: (answer) => {
      if (answer.origin === undefined) return undefined;
      return isError(answer) ? 'conventions.cors-error-answers' : 'conventions.cors-simple';
    },
    wrong: ({ headers, origin, status }) => {
      const allowed = headers['access-control-allow-origin'];
      if (allowed === '*' || allowed === origin) return undefined;
      return `${allowed === undefined ? 'no such header' : 'another origin'} with status ${status}`;
    },
  },
  {
    expected: 'a basic error or problem details',
    clause: (answer) => (isError(answer) ? 'errors.two-formats' : undefined),
    wrong: (answer) => {
      if (isBasic(answer.json) || isProblem(answer)) return undefined;
      // What a schema finds has a clause of its own there; it does not see the media type.
      if (answer.listed && !isStatusAlone(answer.json)) return undefined;
      if (!answer.hasBody) return `no body with status ${answer.status}`;
      return `${isObject(answer.json) ? 'an object of neither format' : 'a body that is no JSON object'} with status ${answer.status}`;
    },
  },
  {
    expected: 'the status of the answer in `status`',
    clause: (answer) => {
      if (!isError(answer) || !isObject(answer.json)) return undefined;
      if (typeof answer.json['status'] !== 'number') return undefined;
      return isProblemLike(answer.json) ? 'errors.problem-status' : 'errors.status-equals-http';
    },
    wrong: ({ json, status }) =>
      isObject(json) && json['status'] === status ? undefined : `another status beside ${status}`,
  },
  uriRule('errors.problem-type', 'type'),
  uriRule('errors.problem-instance', 'instance'),
];

/** A rule for a member of problem details that holds a URI, of which their standard allows a relative one. */
function uriRule(clause: string, member: string): Rule {
  const valueIn = ({ json }: WholeAnswer) => (isObject(json) ? json[member] : undefined);
  return {
    expected: `a URI or a relative reference in \`${member}\``,
    clause: (answer) =>
      isError(answer) && isProblem(answer) && valueIn(answer) !== undefined ? clause : undefined,
    wrong: (answer) => {
      const value = valueIn(answer);
      return typeof value === 'string' && isUriReference(value)
        ? undefined
        : `another value with status ${answer.status}`;
    },
  };
}

/** Judges an answer as a whole: its headers, its bytes, and an error of whatever status. */
export function judgeWhole(answer: WholeAnswer): readonly RuleResult[] {
  const { operation, status } = answer;
  return rules.flatMap(({ expected, clause, wrong }) => {
    const judged = clause(answer);
    if (judged === undefined) return [];
    const got = wrong(answer);
    if (got === undefined) return [{ clause: judged }];
    return [{ clause: judged, violation: { clause: judged, operation, status, pointer: '', expected, got } }];
  });
}

function isBasic(json: unknown): boolean {
  return isObject(json) && typeof json['status'] === 'number' && typeof json['message'] === 'string';
}

function isStatusAlone(json: unknown): boolean {
  return isObject(json) && 'status' in json && !isProblemLike({ message: '', ...json });
}

function isProblemLike(json: Readonly<Record<string, unknown>>): boolean {
  return ofProblems.some((member) => member in json) || !('message' in json);
}

/**
 * Whether a body is problem details. Their standard makes every member optional, so that a status by itself is a
 * problem where the media type says so; in other JSON it is a basic error without its message.
 */
function isProblem({ json, headers }: WholeAnswer): boolean {
  if (!isObject(json)) return false;
  if (ofProblems.some((member) => typeof json[member] === 'string')) return true;
  const isDeclared = mediaType(headers['content-type']).toLowerCase() === 'application/problem+json';
  return isDeclared && typeof json['status'] === 'number' && json['message'] === undefined;
}

/** A media type without its parameters. */
function mediaType(type = ''): string {
  return (type.split(';')[0] ?? '').trim();
}
