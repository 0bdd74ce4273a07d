import { CODES_WITHOUT_DATA } from '../domain/connection/service-problem-codes.ts';
import type { ServiceProblem } from '../domain/connection/service-problem.ts';
import { hasShape, isAnyOf, isNumber, isOneOf, isTrueOrFalse, type Guard } from './guards.ts';
import type { MissingReason } from '../domain/prices/stored-price.ts';

type Problem<Code> = Extract<ServiceProblem, { code: Code }>;

export const isMissingReason: Guard<MissingReason> = isOneOf('unknown', 'no-data', 'not-covered');

/** Whether a stored problem needs no schema: on a first run, every popup shows one. */
export const isServiceProblem: Guard<ServiceProblem> = isAnyOf<ServiceProblem>(
  hasShape({ code: isOneOf(...CODES_WITHOUT_DATA) }),
  hasShape<Problem<'http-status'>>({ code: isOneOf('http-status'), status: isNumber }),
  hasShape<Problem<'not-covered'>>({ code: isOneOf('not-covered'), isOneFeed: isTrueOrFalse }),
  hasShape<Problem<'no-prices'>>({ code: isOneOf('no-prices'), reason: isMissingReason }),
);
