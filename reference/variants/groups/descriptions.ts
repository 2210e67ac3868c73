import { bodyOf, objects, resend } from '../../faults/kit/breaks.ts';
import { answerBody, type Json } from '../../faults/kit/fault.ts';
import type { OperationId } from '../../faults/kit/routes.ts';
import { type Variant, variant } from '../kit/variant.ts';

const creations: readonly OperationId[] = ['createClass', 'createCohort'];

/** What other teams do with the description of a class or cohort. */
export const descriptions: readonly Variant[] = [
  variant('class.required-fields!no-description-shown', {
    fills: ['class.required-fields'],
    story: 'A description is taken and kept, for those who look after the classes: no answer shows it.',
    on: ['listClasses', 'getClass', 'createClass'],
    with: answerBody((body) =>
      Array.isArray(body['data'])
        ? { ...body, data: objects(body['data']).map(undescribed) }
        : { ...body, class: undescribed(body['class'] as Json) },
    ),
  }),
  variant('create-class.fields!description-required', {
    fills: ['create-class.fields', 'create-cohort.fields'],
    story: 'Whoever creates a class or a cohort says what it is for.',
    overlay: ['CreateClass', 'CreateCohort'].map((schema) => ({
      target: `$.components.schemas.${schema}`,
      update: { required: ['description'] },
    })),
    on: creations,
    with: async (request, service) => {
      const [payload] = objects(Object.values(await bodyOf(request)));
      // A body without anything is refused as well, and the key comes first.
      return service(payload?.['description'] === undefined ? resend(request, {}) : request);
    },
  }),
];

const undescribed = ({ description: _, ...rest }: Json): Json => rest;
