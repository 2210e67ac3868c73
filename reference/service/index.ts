export {
  createReference,
  type Keys,
  type Reference,
  type ReferenceOptions,
  type Service,
  type Shapes,
  type Store,
} from './reference.ts';
export { serve } from './serve.ts';
export { slowRequest, tookMs, withSlowRequest } from './slow.ts';
