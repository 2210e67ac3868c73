import { answerBody, type Json, requestBody } from '../../faults/kit/fault.ts';
import { mapResources } from '../kit/rewrite.ts';
import { type OverlayAction, type Variant, variant } from '../kit/variant.ts';

const text = { type: 'string', minLength: 1 };
const name = { first: { ...text, 'x-means': 'firstName' }, last: { ...text, 'x-means': 'lastName' } };

/** Bodies by another team: nothing is wrapped, and most properties have other names. */
const otherBodies: readonly (readonly [
  path: string,
  method: string,
  properties: Json,
  required: string[],
])[] = [
  ['/students', 'post', { ...name, login: { ...text, 'x-means': 'username' } }, ['first', 'last']],
  ['/teachers', 'post', { ...name, login: { ...text, 'x-means': 'username' } }, ['first', 'last']],
  ['/users/{userId}/name', 'put', name, ['first', 'last']],
  ['/users/{userId}/password', 'put', { secret: { ...text, examples: ['Rollcall-Passphrase'] } }, ['secret']],
  [
    '/users/{userId}/emails/primary',
    'put',
    { address: { type: 'string', format: 'email', 'x-means': 'emails' } },
    ['address'],
  ],
  ['/users/{userId}/external-id', 'put', { reference: { ...text, 'x-means': 'externalId' } }, ['reference']],
  [
    '/students/{userId}/details',
    'patch',
    {
      born: { type: 'string', format: 'date', 'x-means': 'dateOfBirth' },
      gender: { type: 'string', enum: ['female', 'male', 'other'] },
    },
    [],
  ],
];

const lists: readonly (readonly [path: string, method: string, property: string, means: string])[] = [
  ['/students/{userId}/classes', 'post', 'classes', 'classIds'],
  ['/students/{userId}/classes', 'delete', 'classes', 'classIds'],
  ['/teachers/{userId}/classes', 'post', 'classes', 'classIds'],
  ['/teachers/{userId}/classes', 'delete', 'classes', 'classIds'],
  ['/students/{userId}/cohorts', 'post', 'cohorts', 'cohortIds'],
];
const ids = { type: 'array', items: { type: 'string', format: 'uuid' } };

const wrappedUser = {
  type: 'object',
  required: ['user'],
  properties: { user: { $ref: '#/components/schemas/User' } },
};

/** What a creation of an account can say beside the names. */
const beside = ['username', 'upn', 'externalId', 'email', 'dateOfBirth', 'gender', 'password'];

/** Leaves properties of a user out of a body. */
function left(path: string, method: string, names: readonly string[]) {
  return names.map((name) => ({
    target: `${ofUser(path, method)}.properties.${name}`,
    remove: true as const,
  }));
}

/** What the body of an operation says of a user. */
function ofUser(path: string, method: string): string {
  return `$.paths['${path}'].${method}.requestBody.content['application/json'].schema.properties.user`;
}

/** The shapes of bodies and answers that the interface does not show, chosen by other teams. */
export const shapes: readonly Variant[] = [
  variant('accounts.bodies!bare', {
    fills: [
      'create-student.body',
      'create-teacher.body',
      'update-user-name.body',
      'update-user-password.body',
      'update-user-primary-email.body',
      'set-user-external-id.request',
      'update-student-details.body',
    ],
    story: 'The bodies of accounts are not wrapped, and their properties have names of their own.',
    shapes: {
      wrappers: {
        createStudent: null,
        createTeacher: null,
        updateStudentDetails: null,
        updateUserName: null,
        updateUserPassword: null,
        updateUserPrimaryEmail: null,
        setUserExternalId: null,
      },
      properties: {
        firstName: 'first',
        lastName: 'last',
        username: 'login',
        upn: 'pupilNumber',
        externalId: 'reference',
        email: 'address',
        dateOfBirth: 'born',
        gender: 'gender',
        password: 'secret',
        name: 'name',
        description: 'description',
      },
    },
    overlay: otherBodies.flatMap(([path, method, properties, required]) =>
      body(path, method, required, properties),
    ),
  }),
  variant('accounts.bodies!names-alone', {
    fills: [
      'create-student.body',
      'create-teacher.body',
      'create-class.fields',
      'create-cohort.fields',
      'update-student-details.body',
    ],
    story:
      'The profile describes no more than it has to: names of what is created, and one detail of a student.',
    overlay: [
      ...left('/students', 'post', beside),
      ...left('/teachers', 'post', beside),
      ...left('/students/{userId}/details', 'patch', ['gender']),
      ...['CreateClass', 'CreateCohort'].map((schema) => ({
        target: `$.components.schemas.${schema}.properties.description`,
        remove: true as const,
      })),
    ],
  }),
  variant('update-student-details.body!gender-required', {
    fills: ['update-student-details.body'],
    story: 'The details are sent as a whole, and a gender is among them; a new account may lack one.',
    overlay: [{ target: ofUser('/students/{userId}/details', 'patch'), update: { required: ['gender'] } }],
    on: ['updateStudentDetails'],
    with: requestBody((body) => {
      const user = body['user'] as Json | undefined;
      // What the service refuses in its own order.
      return user && user['gender'] === undefined ? { ...body, user: { ...user, gender: [] } } : body;
    }),
  }),
  variant('accounts.id-lists!other-names', {
    fills: [
      'add-student-classes.request',
      'remove-student-classes.request',
      'add-student-cohorts.request',
      'add-teacher-classes.request',
      'remove-teacher-classes.request',
    ],
    story: 'The lists of ids are called classes and cohorts.',
    shapes: { idLists: { classes: 'classes', cohorts: 'cohorts' } },
    overlay: lists.flatMap(([path, method, property, means]) =>
      body(path, method, [property], { [property]: { ...ids, 'x-means': means } }),
    ),
  }),
  variant('accounts.answers!with-the-user', {
    fills: [
      'add-student-classes.response',
      'remove-student-classes.response',
      'add-student-cohorts.response',
      'add-teacher-classes.response',
      'remove-teacher-classes.response',
      'set-user-external-id.response',
      'enable-user.response',
      'disable-user.response',
      'named-only.success-statuses',
    ],
    story:
      'Every change is answered with the user, but for the external identifier, which is answered with nothing.',
    shapes: {
      answers: {
        addStudentClasses: 'user',
        removeStudentClasses: 'user',
        addStudentCohorts: 'user',
        addTeacherClasses: 'user',
        removeTeacherClasses: 'user',
        enableUser: 'user',
        disableUser: 'user',
        setUserExternalId: 'empty',
      },
    },
    overlay: [
      { target: "$.paths['/users/{userId}/external-id'].put.responses['200']", remove: true },
      {
        target: "$.paths['/users/{userId}/external-id'].put.responses",
        update: { '204': { description: 'Done; no body.' } },
      },
      ...[
        ...lists.map(([path, method]) => [path, method] as const),
        ['/users/{userId}/enable', 'post'] as const,
        ['/users/{userId}/disable', 'post'] as const,
      ].flatMap(([path, method]): OverlayAction[] => [
        { target: `$.paths['${path}'].${method}.responses['204']`, remove: true },
        {
          target: `$.paths['${path}'].${method}.responses`,
          update: {
            '200': {
              description: 'The user.',
              content: { 'application/json': { schema: wrappedUser } },
            },
          },
        },
      ]),
    ],
  }),
  variant('users.enabled-field!word', {
    fills: ['users.enabled-field'],
    story: 'The state of a user is a boolean by another name.',
    shapes: { userState: 'active' },
    readings: { 'users.enabled-field': { field: 'active', enabled: true, disabled: false } },
  }),
  variant('users.enabled-field!left-out', {
    fills: ['users.enabled-field'],
    story: 'Only a disabled user says so; whoever is enabled says nothing.',
    readings: { 'users.enabled-field': { field: 'disabled', enabled: null, disabled: true } },
    on: ['listUsers', 'searchUsers'],
    with: answerBody((answered) =>
      mapResources(answered, ({ enabled, ...user }) =>
        enabled === false ? { ...user, disabled: true } : user,
      ),
    ),
  }),
  variant('users.enabled-field!moment', {
    fills: ['users.enabled-field'],
    story: 'Only a disabled user says so, by the moment since when.',
    readings: {
      'users.enabled-field': { field: 'disabledAt', enabled: null, disabled: { form: 'date-time' } },
    },
    on: ['listUsers', 'searchUsers'],
    with: answerBody((answered) =>
      mapResources(answered, ({ enabled, ...user }) =>
        enabled === false ? { ...user, disabledAt: user['updatedAt'] } : user,
      ),
    ),
  }),
];

/** Replaces what the reference's overlay says of a body by another object. */
function body(path: string, method: string, required: readonly string[], properties: Json): OverlayAction[] {
  const target = `$.paths['${path}'].${method}.requestBody.content['application/json'].schema`;
  return [
    { target: `${target}.required`, remove: true },
    { target: `${target}.properties`, remove: true },
    { target, update: { required, properties } },
  ];
}
