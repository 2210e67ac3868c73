import { malformedIdList } from '../../../generators/malformed-ids.ts';
import { malformedAmong } from '../../../generators/user-defects.ts';
import { keepsLaws } from './laws.ts';

keepsLaws('a malformed identifier among others', {
  arbitrary: malformedAmong(),
  correct: ({ malformed, wellFormedBefore, wellFormedAfter }) =>
    malformedIdList.some((id) => id === malformed) && wellFormedBefore + wellFormedAfter < 30,
  simplest: ({ malformed, wellFormedBefore, wellFormedAfter }) =>
    malformed === malformedIdList[0] && wellFormedBefore === 0 && wellFormedAfter === 0,
  boundaries: {
    'by itself': ({ wellFormedBefore, wellFormedAfter }) => wellFormedBefore + wellFormedAfter === 0,
    'last of several': ({ wellFormedBefore, wellFormedAfter }) =>
      wellFormedBefore > 0 && wellFormedAfter === 0,
    'among the most values': ({ wellFormedBefore, wellFormedAfter }) =>
      wellFormedBefore + wellFormedAfter === 29,
  },
});
