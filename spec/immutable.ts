/**
 * The parameters and properties whose values are ids of academic years or tests. No operation of the interface can
 * change those, so a write may name them without risk.
 */
export const immutable: readonly string[] = ['academicYearId', 'testIds'];
