import { t } from '@/lib/base/locale/t.ts';
import { ratioInBasisPoints } from '@/lib/domain/prices/arithmetic.ts';
import { toDecimalString, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { formatConfidence, formatPrice } from '@/lib/domain/prices/format-price.ts';

/** A price's ±, rounded; exact on hover. */
export function Confidence({ confidence }: { confidence: Decimal }) {
  const exact = toDecimalString(confidence);
  return (
    <data dir="ltr" value={exact} title={`±${exact}`}>
      {formatConfidence(confidence)}
    </data>
  );
}

/** A price's ± as a share of the price; nothing if the price is 0. */
export function BasisPoints({ confidence, price }: { confidence: Decimal; price: Decimal }) {
  const points = ratioInBasisPoints(confidence, price, 1);
  if (!points) return null;
  return (
    <span title={t('detail.basisPointsHint')}>
      {t('detail.basisPoints', { points: formatPrice(points, { digits: 'all' }).text })}
    </span>
  );
}
