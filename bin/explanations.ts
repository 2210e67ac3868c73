import type { Check } from '../harness/judging/check.ts';
import { labelled, plural } from '../reports/terminal/layout.ts';
import type { Clause } from '../spec/contract.ts';
import type { Catalogue } from './catalogue.ts';

/** The explanations of one kind of id. */
interface Explanation {
  readonly ids: (all: Catalogue) => readonly string[];
  /** The text about an id; `undefined` for an id of another kind. */
  readonly tell: (id: string, all: Catalogue) => string | undefined;
}

/**
 * The explanations of every kind of id. They are tried in this order: a clause goes before the check of the same id.
 */
export const explanations: readonly Explanation[] = [
  { ids: ({ contract }) => [...contract.clauses.keys()], tell: describeClause },
  { ids: ({ checks }) => checks.map(({ id }) => id), tell: describeCheck },
  { ids: ({ rows }) => rows.map(({ id }) => id), tell: describeRow },
  { ids: ({ faults }) => faults.map(({ id }) => id), tell: describeFault },
  { ids: ({ contract }) => [...contract.gaps.keys()], tell: describeGap },
  { ids: ({ variants }) => variants.map(({ id }) => id), tell: describeVariant },
  { ids: ({ contract }) => contract.operations.map(({ id }) => id), tell: describeOperation },
];

type Fact = readonly [label: string, text: string | undefined];

function page(id: string, kind: string, facts: readonly Fact[]): string {
  const lines = facts.flatMap(([label, text]) => (text ? labelled(label, text, 0, 14) : []));
  return [`${id} (${kind})`, '', ...lines].join('\n');
}

function describeClause(id: string, all: Catalogue): string | undefined {
  const clause = all.contract.clauses.get(id);
  if (!clause) return undefined;
  const checks = all.checks.filter((check) => check.clause === id);
  return [
    page(id, `clause, ${clause.level}`, clauseFacts(clause, all)),
    ...checks.map((check) => page(check.id, 'check', checkFacts(check, all))),
  ].join('\n\n');
}

/** The passages on which a clause rests, each with the place where a reader finds it. */
function restFacts({ rests }: Clause, { contract }: Catalogue): Fact[] {
  return rests.map((id) => {
    const passage = contract.passages.get(id);
    return ['Rests on', passage && `${passage.title}, ${passage.at}: ${passage.says} (${id})`];
  });
}

function clauseFacts(clause: Clause, all: Catalogue): Fact[] {
  const { contract } = all;
  const chapter = contract.chapters.find(({ id }) => id === clause.chapter);
  return [
    ['Statement', clause.statement],
    ...restFacts(clause, all),
    [
      'Inferred',
      clause.lawyer && 'It follows from that without being stated there. It binds and is judged like a must.',
    ],
    ['The lawyer', clause.lawyer && `A lawyer for the server would say: ${clause.lawyer}`],
    ['Chapter', `${chapter?.title ?? clause.chapter}, interface ${contract.version}`],
    ['Why', clause.why ?? chapter?.why],
    ['How to fix', clause.fix ?? chapter?.fix],
    ['Operations', clause.operations.join(', ')],
    ['Needs', clause.needs.join(', ')],
    ['Since', clause.since],
    ['Not tested', clause.notTested],
  ];
}

function checkFacts(check: Check, { rows, faults }: Catalogue): Fact[] {
  const own = rows.filter((row) => row.check.id === check.id);
  const accesses = [...new Set(own.map(({ op }) => check.access(op)))];
  return [
    ['Sends', check.sends],
    ['Accepts', check.accepts],
    ['Source', check.source],
    ['Access', accesses.join(', ')],
    ['Rows', `${plural(own.length, 'row')}: ${own.map(({ op }) => op.id).join(', ')}`],
    ...faults
      .filter((fault) => fault.check === check.id)
      .map((fault): Fact => ['Proven by', `${fault.id}: ${fault.story}`]),
  ];
}

function describeCheck(id: string, all: Catalogue): string | undefined {
  const check = all.checks.find((one) => one.id === id);
  if (!check) return undefined;
  return page(id, 'check', [
    ...clauseFacts(all.contract.clause(check.clause), all),
    ...checkFacts(check, all),
  ]);
}

function describeRow(id: string, all: Catalogue): string | undefined {
  const row = all.rows.find((one) => one.id === id);
  if (!row) return undefined;
  const { check, op } = row;
  return page(id, 'row', [
    ['Operation', `${op.method} ${op.path}: ${op.summary}`],
    ...clauseFacts(all.contract.clause(check.clause), all),
    ...checkFacts(check, all),
    ['Judge it', `rollcall run --only '${id}'`],
  ]);
}

function describeFault(id: string, all: Catalogue): string | undefined {
  const fault = all.faults.find((one) => one.id === id);
  if (!fault) return undefined;
  return page(id, 'fault', [
    ['Story', fault.story],
    ['Turns red', fault.check],
    ['On', fault.on.join(', ')],
    ['Depth', fault.depth],
  ]);
}

function describeGap(id: string, { contract, variants }: Catalogue): string | undefined {
  const gap = contract.gaps.get(id);
  if (!gap) return undefined;
  const clauses = [...contract.clauses.values()].filter(({ needs }) => needs.includes(id));
  return page(id, `gap, ${gap.kind}`, [
    ['Question', gap.question],
    ['Meanwhile', gap.reading],
    ['To fill it', gap.fill],
    ['Operations', gap.operations.join(', ')],
    ['Needed by', clauses.map((clause) => clause.id).join(', ')],
    ...variants
      .filter(({ fills }) => fills.includes(id))
      .map((one): Fact => ['Variant', `${one.id}: ${one.story}`]),
  ]);
}

function describeVariant(id: string, { variants }: Catalogue): string | undefined {
  const variant = variants.find((one) => one.id === id);
  if (!variant) return undefined;
  return page(id, 'variant', [
    ['Story', variant.story],
    ['Fills', variant.fills.join(', ')],
  ]);
}

function describeOperation(id: string, { contract, rows }: Catalogue): string | undefined {
  const op = contract.operations.find((one) => one.id === id);
  if (!op) return undefined;
  const own = rows.filter((row) => row.op.id === id);
  return page(id, 'operation', [
    ['Request', `${op.method} ${op.path}`],
    ['Purpose', op.summary],
    ['Since', op.since],
    ['Statuses', op.statuses.join(', ')],
    ['Rows', `${own.length}; rollcall run --only ${id} judges them`],
  ]);
}
