import { type Contract, type ContractFiles, loadContract } from '../../../spec/contract.ts';

const chapters = [
  'conventions',
  'pagination',
  'date-filtering',
  'academic-years',
  'classes',
  'cohorts',
  'tests',
  'users',
  'sessions',
  'result-levels',
  'states',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
];

/** A contract with one operation and two clauses, small enough that a mistake's line can be counted. */
export const small = {
  openapi: `openapi: 3.1.0
info: { title: Small, version: 1.7.0 }
paths:
  /classes/{classId}:
    get:
      operationId: getClass
      tags: [classes]
      summary: Get one class
      x-since: '1.0'
      responses:
        '200':
          description: The class.
          content:
            application/json:
              schema:
                x-clause: get-class.body
                type: object
                required: [class]
                properties:
                  class:
                    $ref: '#/components/schemas/Class'
        '404':
          description: Not found.
components:
  schemas:
    Class:
      x-gap: class.required-fields
      type: object
      properties:
        classId:
          x-clause: class.class-id
          type: string
          format: uuid
`,
  passages: `sections:
  - id: class
    title: Class
    passages:
      class-id: { at: row classId, says: the identifier }
  - id: endpoints
    title: Endpoints
    passages:
      get-class: { at: row GET, says: one class }
`,
  clauses: `chapters:
${chapters.map((id) => `  - { id: ${id}, title: Title, why: Reason, fix: Remedy }`).join('\n')}
clauses:
  - id: class.class-id
    chapter: classes
    level: must
    statement: A class has an id.
    rests: [class/class-id]
    operations: [getClass]
  - id: get-class.body
    chapter: classes
    level: inferred
    statement: The answer wraps the class.
    rests: [endpoints/get-class]
    lawyer: No sentence says so.
    operations: all
    needs: [class.required-fields]
`,
  gaps: `gaps:
  - id: class.required-fields
    chapter: classes
    kind: not-shown
    question: Which fields are always there?
    reading: None.
    fill: 'overlay: $.components.schemas.Class.required'
    operations: [getClass]
`,
};

/** Loads the small contract with one text replaced in one of its files. */
export function loadWith(file: keyof ContractFiles, text: string, replacement: string): Contract {
  if (!small[file].includes(text)) throw new Error(`the small ${file}.yaml has no ${text}`);
  return loadContract({ files: { ...small, [file]: small[file].replace(text, replacement) } });
}

/** The message of the error that a function throws, or '' where it throws none. */
export function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return error instanceof Error ? `${error.name} ${error.message}` : String(error);
  }
  return '';
}

/** The number of the first line of the small file that holds a text, after the replacement is made. */
export function lineOf(file: keyof ContractFiles, text: string): number {
  return small[file].slice(0, small[file].indexOf(text)).split('\n').length;
}
