import { type Variant, variant } from './variant.ts';

const resources = ['academicYears', 'classes', 'cohorts', 'tests', 'users', 'sessions', 'accounts'] as const;

/** Both error formats, by themselves, on every operation. */
export const errors: readonly Variant[] = (['basic', 'problem'] as const).map((format) =>
  variant(`errors.which-format!${format}-everywhere`, {
    fills: ['errors.which-format'],
    story: `Every operation answers errors in the ${format} format.`,
    shapes: { errors: Object.fromEntries(resources.map((resource) => [resource, format])) as never },
  }),
);
