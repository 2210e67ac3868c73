const table = `
listAcademicYears GET /academic-years
getCurrentAcademicYear GET /academic-years/current
getAcademicYear GET /academic-years/{academicYearId}
listClasses GET /classes
createClass POST /classes
getClass GET /classes/{classId}
addClassStudents POST /classes/{classId}/students
removeClassStudents DELETE /classes/{classId}/students
addClassTeachers POST /classes/{classId}/teachers
removeClassTeachers DELETE /classes/{classId}/teachers
listCohorts GET /smart-ia/cohorts
createCohort POST /smart-ia/cohorts
getCohort GET /smart-ia/cohorts/{cohortId}
addCohortStudents POST /smart-ia/cohorts/{cohortId}/students
removeCohortStudents DELETE /smart-ia/cohorts/{cohortId}/students
addCohortTests POST /smart-ia/cohorts/{cohortId}/tests
removeCohortTests DELETE /smart-ia/cohorts/{cohortId}/tests
listTests GET /smart-ia/tests
listUsers GET /users
searchUsers POST /users/search
listSessions GET /smart-ia/sessions
listCompletedSessions GET /smart-ia/sessions/completed
listInProgressSessions GET /smart-ia/sessions/in-progress
searchSessions POST /smart-ia/sessions/search
listStudySessions GET /sessions/completed
createStudent POST /students
addStudentClasses POST /students/{userId}/classes
removeStudentClasses DELETE /students/{userId}/classes
addStudentCohorts POST /students/{userId}/cohorts
updateStudentDetails PATCH /students/{userId}/details
createTeacher POST /teachers
addTeacherClasses POST /teachers/{userId}/classes
removeTeacherClasses DELETE /teachers/{userId}/classes
updateUserName PUT /users/{userId}/name
updateUserPassword PUT /users/{userId}/password
updateUserPrimaryEmail PUT /users/{userId}/emails/primary
setUserExternalId PUT /users/{userId}/external-id
enableUser POST /users/{userId}/enable
disableUser POST /users/{userId}/disable`;

export const operations = table
  .trim()
  .split('\n')
  .map((line) => {
    const [id, method, path] = line.split(' ') as [string, string, string];
    return { id, method, path };
  });

/** Those that change nothing: the restricted key may use them. */
export const readers: ReadonlySet<string> = new Set(
  operations.filter((o) => /^(get|list|search)/.test(o.id)).map((o) => o.id),
);
