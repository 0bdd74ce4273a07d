import { currencyLabel } from '../../currency/currency-label.ts';
import { isolate } from '../../../base/locale/language.ts';
import { HIDDEN } from '../../../base/text/hidden.ts';
import { isAboutHoldings, subjectOf } from '../../holdings/subject.ts';

export interface FigureStyle {
  /** `null` for prices as quoted. */
  readonly currency: string | null;
  /** Holdings have a value instead of a price. */
  readonly isAboutHoldings: boolean;
  /** Hidden from onlookers, except percentages. */
  readonly isHidden: boolean;
}

export const AS_QUOTED: FigureStyle = { currency: null, isAboutHoldings: false, isHidden: false };

/** @param id subject of the alert */
export function styleOf(id: string, areAmountsHidden: boolean): FigureStyle {
  const subject = subjectOf(id);
  if (subject.kind === 'feed') return AS_QUOTED;
  const ofHoldings = isAboutHoldings(id);
  return {
    currency: subject.currency,
    isAboutHoldings: ofHoldings,
    isHidden: ofHoldings && areAmountsHidden,
  };
}

/** `65,000`, `60,000 EUR` or dots. */
export function styled(figure: string, { currency, isHidden }: FigureStyle): string {
  if (isHidden) return HIDDEN;
  return currency === null ? figure : isolate(`${figure} ${currencyLabel(currency)}`);
}
