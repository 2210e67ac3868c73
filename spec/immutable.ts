/**
 * Parameters and properties whose value only points at something that no operation of the interface can
 * change (academic years and tests): naming one of them in a write puts nothing at risk.
 */
export const immutable: readonly string[] = ['academicYearId', 'testIds'];
