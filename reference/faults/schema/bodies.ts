import { answer, answerBody, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { accountChanges, creations, lists, type OperationId, paginated, readsById } from '../kit/routes.ts';

/** The operations that are answered with one resource. */
const singles: readonly OperationId[] = [
  'getCurrentAcademicYear',
  ...readsById,
  ...creations,
  ...accountChanges,
];

/** A member of an error body, the wrong value, on an operation whose errors have that format. */
const errorSlips: readonly [
  clause: string,
  on: OperationId,
  member: string,
  wrong: unknown,
  story: string,
][] = [
  ['errors.basic-status', 'listCohorts', 'status', '400', 'The status is taken from a table of texts.'],
  [
    'errors.basic-message',
    'listCohorts',
    'message',
    { en: 'Invalid' },
    'Messages are served in all languages.',
  ],
  [
    'errors.problem-type',
    'listClasses',
    'type',
    'not a uri',
    'The name of the exception is served as the type.',
  ],
  ['errors.problem-title', 'listClasses', 'title', 400, 'The title is the code of the error.'],
  ['errors.problem-status', 'listClasses', 'status', 499, 'The status inside is the one of another layer.'],
  [
    'errors.problem-detail',
    'listClasses',
    'detail',
    ['limit'],
    'The details are the list of the bad fields.',
  ],
  ['errors.problem-instance', 'listClasses', 'instance', 7, 'The number of the incident is served.'],
  [
    'errors.status-equals-http',
    'listCohorts',
    'status',
    500,
    'Every refusal passes through one error handler.',
  ],
];

/** Faults of wrappers and of the members of error bodies. */
export const bodies: readonly Fault[] = [
  ...lists.map((id) =>
    fault(`${kebab(id)}.body/schema`, {
      on: [id],
      story: 'The list is served under the name of the framework.',
      with: answerBody(({ data, ...rest }) => ({ ...rest, items: data })),
    }),
  ),
  ...singles.map((id) =>
    fault(`${kebab(id)}.body/schema`, {
      on: [id],
      story: 'The resource is served without its wrapper.',
      with: answerBody((body) => Object.values(body)[0]),
    }),
  ),
  fault('pagination.response-shape/schema', {
    on: paginated,
    story: 'The numbers of the page stand beside the list.',
    with: answerBody(({ pagination, ...rest }) => ({ ...rest, ...(pagination as Json) })),
  }),
  ...errorSlips.map(([clause, on, member, wrong, story]) =>
    fault(`${clause}/schema`, { on: [on], story, with: errorBody((body) => ({ ...body, [member]: wrong })) }),
  ),
  fault('errors.two-formats/schema', {
    on: ['listClasses', 'listCohorts', 'getClass'],
    story: 'An older library wraps its errors in a format of its own.',
    with: errorBody(() => ({ errors: [{ code: 'E17' }] })),
  }),
  fault('conventions.empty-omitted/schema', {
    on: ['listClasses', 'listUsers'],
    story: 'The serialiser writes missing values as null.',
    with: answerBody((body) => nulled(body)),
  }),
  fault('conventions.empty-omitted/schema!one-field', {
    on: ['listUsers', 'searchUsers'],
    deep: true,
    story: 'One field was added later, and is null for the users from before.',
    with: answerBody((body) => withoutExternalIds(body)),
  }),
];

/** Changes the JSON body of every refusal. */
function errorBody(change: (body: Json) => unknown): Break {
  return async (request, service) => {
    const response = await service(request);
    if (response.status < 400) return response;
    return answer(response, change((await response.json()) as Json));
  };
}

const optional = ['description', 'upn', 'externalId', 'gender', 'dateOfBirth', 'lastName'];

function nulled(body: Json): Json {
  for (const item of resources(body)) for (const field of optional) item[field] ??= null;
  return body;
}

function withoutExternalIds(body: Json): Json {
  for (const item of resources(body)) item['externalId'] ??= null;
  return body;
}

function resources(body: Json): Json[] {
  return Array.isArray(body['data']) ? (body['data'] as Json[]) : (Object.values(body) as Json[]);
}

function kebab(id: string): string {
  return id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
