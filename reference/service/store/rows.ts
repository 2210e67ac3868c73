/** What the service keeps. Instants are milliseconds since 1970 in UTC; names and literals are its own. */

/** The platform roles that the service knows; `Shapes.roles` says how each is spelt in answers. */
export type Role = 'student' | 'teacher' | 'administrator' | 'support';

/** The genders that the service knows; `Shapes.genders` says how each is spelt in answers. */
export type Gender = 'female' | 'male' | 'other';

/** Whether a test may be sat by a cohort; `Shapes.activation` says how each is spelt in answers. */
export type Activation = 'active' | 'inactive';

/** One academic year; exactly one is `current`, by data and not by the clock. */
export interface YearRow {
  readonly id: string;
  readonly name: string;
  readonly startDate: number;
  readonly endDate: number;
  readonly current: boolean;
}

/** A class or a cohort: something with a name that is unique within its academic year. */
export interface GroupRow {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly academicYearId: string;
  /** Position in the order of creation, which is the order of the list. */
  readonly order: number;
}

/** One class. Who is in it is kept with the users. */
export type ClassRow = GroupRow;

/** One assignment of a test to a cohort. */
export interface AssignedTest {
  readonly testId: string;
  readonly testVersionId: string;
  readonly activation: Activation;
}

/** One cohort with its tests. Who is in it is kept with the users. */
export interface CohortRow extends GroupRow {
  readonly tests: readonly AssignedTest[];
}

/** One initial-assessment test. */
export interface TestRow {
  readonly id: string;
  readonly versionId: string;
  readonly name: string;
  readonly subject: string;
}

/** One student, teacher or other user. The first e-mail is the primary one. */
export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly upn: string | undefined;
  readonly roles: readonly Role[];
  readonly externalId: string | undefined;
  readonly firstName: string;
  readonly lastName: string | undefined;
  readonly emails: readonly string[];
  readonly gender: Gender | undefined;
  readonly dateOfBirth: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly classIds: readonly string[];
  readonly cohortIds: readonly string[];
  readonly enabled: boolean;
}

/** One attempt at a test. It is completed when it has an end and a result, else in progress. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly testId: string;
  readonly testVersionId: string;
  readonly startDate: number;
  readonly endDate: number | undefined;
  readonly result: { readonly calculatedAt: number; readonly level: string } | undefined;
}

/** One completed study session. */
export interface StudySessionRow {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
  readonly startDate: number;
  readonly endDate: number;
}
