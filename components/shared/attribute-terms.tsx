import { compareTexts, formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { plainText } from '@/lib/base/text/plain-text.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { candleFeeds } from '@/lib/storage/values/candles.ts';
import { CopyButton } from './copy.tsx';
import { useStoredPart } from './hooks/use-stored.ts';
import { Missing, Term, Terms } from './terms.tsx';
import styles from './terms.module.css';

const NAME_LIMIT = 80;
const VALUE_LIMIT = 2_000;
const MAX_SHOWN = 200;

/** A feed's id and attributes. The service chooses names and values, so they are plain text. */
export function AttributeTerms({ id, attributes }: { id: string; attributes: FeedAttributes }) {
  const symbol = useStoredPart(candleFeeds, (feeds) => feeds?.[id]?.symbol ?? null);
  const entries = Object.entries(attributes).toSorted(([a], [b]) => compareTexts(a, b));
  return (
    <>
      <Terms isForeign>
        <Term name={t('attributes.feedId')}>
          <code dir="ltr">{id}</code>
          <CopyButton text={id} label={t('attributes.copyFeedIdButton')} />
        </Term>
        {symbol !== null && (
          <Term name={t('history.title')}>
            <bdi>{plainText(symbol, VALUE_LIMIT)}</bdi>
          </Term>
        )}
        {entries.slice(0, MAX_SHOWN).map(([name, value]) => (
          <Term key={name} name={plainText(name, NAME_LIMIT) || t('common.noName')}>
            <bdi>{plainText(value, VALUE_LIMIT) || <Missing text={t('attributes.empty')} />}</bdi>
          </Term>
        ))}
      </Terms>
      {entries.length > MAX_SHOWN && (
        <p className={styles.hint}>{t('common.full', { limit: formatCount(MAX_SHOWN) })}</p>
      )}
    </>
  );
}
