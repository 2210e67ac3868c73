import type { BlindFault } from '../../../reference/blind/kit.ts';
import { reserve } from '../../../reference/blind/reserve/index.ts';
import { roundOne } from '../../../reference/blind/round-1/index.ts';
import { roundTwo } from '../../../reference/blind/round-2/index.ts';
import { roundThree } from '../../../reference/blind/round-3/index.ts';
import { roundFour } from '../../../reference/blind/round-4/index.ts';
import { roundFive } from '../../../reference/blind/round-5/index.ts';
import { roundSix } from '../../../reference/blind/round-6/index.ts';
import { roundSeven } from '../../../reference/blind/round-7/index.ts';
import { roundEight } from '../../../reference/blind/round-8/index.ts';
import { roundNine } from '../../../reference/blind/round-9/index.ts';
import { roundTen } from '../../../reference/blind/round-10/index.ts';
import { roundEleven } from '../../../reference/blind/round-11/index.ts';
import { roundTwelve } from '../../../reference/blind/round-12/index.ts';
import { roundThirteen } from '../../../reference/blind/round-13/index.ts';
import { roundFourteen } from '../../../reference/blind/round-14/index.ts';
import { roundFifteen } from '../../../reference/blind/round-15/index.ts';
import { roundSixteen } from '../../../reference/blind/round-16/index.ts';
import { roundSeventeen } from '../../../reference/blind/round-17/index.ts';
import { roundEighteen } from '../../../reference/blind/round-18/index.ts';
import { roundNineteen } from '../../../reference/blind/round-19/index.ts';
import { roundTwenty } from '../../../reference/blind/round-20/index.ts';
import { roundTwentyOne } from '../../../reference/blind/round-21/index.ts';
import { roundTwentyTwo } from '../../../reference/blind/round-22/index.ts';
import { roundTwentyThree } from '../../../reference/blind/round-23/index.ts';
import type { RoundName } from './outcomes.ts';

/** The faults of each round. */
export const rounds: Readonly<Record<RoundName, readonly BlindFault[]>> = {
  'round-1': roundOne,
  reserve,
  'round-2': roundTwo,
  'round-3': roundThree,
  'round-4': roundFour,
  'round-5': roundFive,
  'round-6': roundSix,
  'round-7': roundSeven,
  'round-8': roundEight,
  'round-9': roundNine,
  'round-10': roundTen,
  'round-11': roundEleven,
  'round-12': roundTwelve,
  'round-13': roundThirteen,
  'round-14': roundFourteen,
  'round-15': roundFifteen,
  'round-16': roundSixteen,
  'round-17': roundSeventeen,
  'round-18': roundEighteen,
  'round-19': roundNineteen,
  'round-20': roundTwenty,
  'round-21': roundTwentyOne,
  'round-22': roundTwentyTwo,
  'round-23': roundTwentyThree,
};
