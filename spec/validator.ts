import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from './tree.ts';
import { findingsOf } from './violation.ts';

/** Validates values against schemas. It compiles each schema once, when it is first used. */
export interface Validator {
  findings(schema: JsonSchema, value: unknown): ReturnType<typeof findingsOf>;
  /** Compiles a schema now. @throws Error where it is not a strict JSON Schema */
  compile(schema: JsonSchema): ValidateFunction;
}

/**
 * Makes a validator.
 *
 * @param createAjv creates Ajv. It is called with the first schema, so that loading a contract alone does not pay for
 * it
 * @param schemaError turns Ajv's message about an invalid schema into the error to throw
 */
export function createValidator(
  createAjv: () => Ajv2020,
  schemaError = (message: string) => new Error(message),
): Validator {
  const compiled = new WeakMap<JsonSchema, ValidateFunction>();
  let ajv: Ajv2020 | undefined;
  const compile = (schema: JsonSchema): ValidateFunction => {
    const known = compiled.get(schema);
    if (known !== undefined) return known;
    ajv ??= createAjv();
    try {
      const validate = ajv.compile(schema);
      compiled.set(schema, validate);
      return validate;
    } catch (error) {
      throw schemaError(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    compile,
    findings(schema, value) {
      const validate = compile(schema);
      return validate(value) ? [] : findingsOf(validate.errors ?? [], schema);
    },
  };
}
