/** A JSON Schema as the contract has it. */
type Schema = Readonly<Record<string, unknown>>;

/** A place of a request that takes one text or several. */
export interface Place {
  /** The names on the way to it: `['search', 'upns']` in a body, `['sort', 'field']` for `sort[field]` in a query. */
  readonly path: readonly [string, ...string[]];
  /** Whether it takes a list. */
  readonly list: boolean;
  /** Whether any text is right there: nothing names a form, or the values to choose from. */
  readonly free: boolean;
}

/** The places below a parameter of this name: itself, or the members of an object. */
export function placesOf(name: string, schema: Schema): readonly Place[] {
  return below([name], schema);
}

/** The name of a place in a query, and in words. */
export function nameOf({ path: [name, ...members] }: Place): string {
  return [name, ...members.map((member) => `[${member}]`)].join('');
}

/** A JSON object with values at some places; none of the places lies within another. */
export function holding(values: readonly (readonly [Place, unknown])[]): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [{ path }, value] of values) {
    let at = whole;
    for (const name of path.slice(0, -1)) {
      const inner = (at[name] ?? {}) as Record<string, unknown>;
      at[name] = inner;
      at = inner;
    }
    at[path.at(-1) ?? ''] = value;
  }
  return whole;
}

function below(path: readonly [string, ...string[]], schema: Schema): readonly Place[] {
  const members = schema['properties'];
  if (isSchema(members)) {
    return Object.entries(members).flatMap(([name, member]) =>
      isSchema(member) ? below([...path, name], member) : [],
    );
  }
  const list = schema['type'] === 'array';
  const leaf = list ? schema['items'] : schema;
  return [{ path, list, free: isSchema(leaf) && isFree(leaf) && path[0] !== 'sort' }];
}

/** A sort names a field, whatever its schema says. */
function isFree(schema: Schema): boolean {
  const bound = ['format', 'enum', 'const', 'contentEncoding'];
  return schema['type'] === 'string' && !bound.some((word) => word in schema);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
