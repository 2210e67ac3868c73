import { isObject, type JsonSchema } from '../../../spec/tree.ts';

/** Other names that teams give to the fields of bodies, by the interface's word for the field. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  firstName: ['givenName', 'forename', 'first_name', 'given_name', 'firstname'],
  lastName: ['familyName', 'surname', 'last_name', 'family_name', 'lastname'],
  fullName: ['displayName', 'full_name'],
  username: ['login', 'userName', 'loginName', 'user_name'],
  upn: ['pupilNumber', 'uniquePupilNumber'],
  externalId: ['sourceId', 'sourcedId', 'external_id', 'externalRef', 'externalReference'],
  email: ['mail', 'emailAddress', 'primaryEmail', 'email_address'],
  dateOfBirth: ['birthDate', 'dob', 'birthday', 'date_of_birth', 'birthdate'],
  gender: ['sex'],
  password: ['secret', 'newPassword', 'passphrase', 'new_password'],
  role: ['userRole'],
  classIds: ['classes', 'groups', 'groupIds', 'class_ids'],
  cohortIds: ['cohorts', 'cohortList', 'cohort_ids'],
  name: ['title', 'label'],
  description: ['note', 'notes', 'summary'],
};

const lists: readonly string[] = ['classIds', 'cohortIds'];

/** What a field of a body means, by its name and type; `undefined` where they do not tell. */
export function meaningOf(name: string, schema: JsonSchema): string | undefined {
  const said = schema['x-means'];
  if (typeof said === 'string') return said === 'emails' ? 'email' : said;
  const means = Object.entries(otherNames).find(([, names]) => names.includes(name))?.[0];
  if (means === undefined) return undefined;
  const { type, items } = schema;
  const fits = lists.includes(means) ? type === 'array' && isObject(items) : [type].flat().includes('string');
  return fits ? means : undefined;
}
