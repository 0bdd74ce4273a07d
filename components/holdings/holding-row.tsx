import { parseDecimal, toDecimal } from '@/lib/domain/prices/decimal.ts';
import { formatPrice, formatShare } from '@/lib/domain/prices/format-price.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { routeHash } from '../shared/route.ts';
import { Amount } from './amount.tsx';
import { Figures } from './holdings-summary.tsx';
import { Money } from './money.tsx';
import type { ListedHolding } from './sort-holdings.ts';
import { FLAWS, noValueWords } from './worth-words.ts';
import styles from './holdings-table.module.css';
import type { Flaws } from '@/lib/domain/holdings/ingredients.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Mark } from '../shared/icons.tsx';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';

interface HoldingRowProps {
  holding: ListedHolding;
  currency: string;
  nameOf: (id: FeedId) => string;
}

export function HoldingRow({ holding, currency, nameOf }: HoldingRowProps) {
  const { feedId } = holding;
  const name = nameOf(feedId);
  return (
    <tr data-id={feedId}>
      <th scope="row" className={styles.name}>
        <a href={routeHash({ view: 'feed', id: feedId })} title={name} dir="auto">
          {name}
        </a>
        {!('none' in holding) && <FlawMarks flaws={holding.flaws} />}
      </th>
      <td className={styles.quantity}>
        <Amount>
          <Quantity feedId={feedId} />
        </Amount>
      </td>
      <td className={styles.price}>
        <Price feedId={feedId} />
      </td>
      {'none' in holding ? (
        <td className={styles.none} colSpan={3}>
          {noValueWords(holding, nameOf(holding.at), currency)}
        </td>
      ) : (
        <>
          <td className={styles.value}>
            <Amount>
              <Money measure={holding} currency={currency} />
            </Amount>
          </td>
          <td className={styles.gain}>
            {holding.gain && (
              <Figures
                amount={holding.gain.price}
                percent={holding.gain.percent}
                currency={currency}
              />
            )}
          </td>
          <td className={styles.share} dir="ltr">
            {holding.share && formatShare(holding.share)}
          </td>
        </>
      )}
    </tr>
  );
}

function Quantity({ feedId }: { feedId: FeedId }) {
  const quantity = parseDecimal(useStored(holdings)?.[feedId]?.quantity ?? '');
  return quantity && <bdi dir="ltr">{formatPrice(quantity, { digits: 'all' }).text}</bdi>;
}

function Price({ feedId }: { feedId: FeedId }) {
  const latest = useLatestPrice(feedId)?.price;
  const price = latest ? toDecimal(latest.price, latest.expo) : null;
  if (!latest || !price) return '–';
  const confidence = toDecimal(latest.conf, latest.expo);
  return <bdi dir="ltr">{formatPrice(price, { digits: 'row', confidence }).text}</bdi>;
}

/** One mark per flaw, which names the affected feeds. */
function FlawMarks({ flaws }: { flaws: Flaws }) {
  const nameOf = useFeedNames();
  return FLAWS.map(([flaw, name, shapes, key]) => {
    const words = flaws[flaw].map((id) => labelled(nameOf(id), t(key)));
    return words.length === 0 ? null : (
      <Mark key={flaw} name={name} label={words.join('\n')} shapes={shapes} />
    );
  });
}
