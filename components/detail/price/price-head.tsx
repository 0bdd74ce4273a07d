import { useCallback, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { changeFrom, type ChangeOrigin } from '@/lib/domain/history/change.ts';
import { directionOf } from '@/lib/domain/prices/arithmetic.ts';
import { formatRecentTime } from '@/lib/base/locale/format-recent-time.ts';
import { ageMs, formatAgo, formatOld } from '@/lib/domain/prices/age.ts';
import { faultWords } from '@/lib/domain/market/fault-words.ts';
import type { Fault, Tone } from '@/lib/domain/market/price-state.ts';
import { toDecimal, type Decimal } from '@/lib/domain/prices/decimal.ts';
import { changeAmount, formatPercent } from '@/lib/domain/prices/format-price.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import type { AnySchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import {
  toMilliseconds,
  type FeedId,
  type UnixMilliseconds,
  type UnixSeconds,
} from '@/lib/base/units.ts';
import { type Currency } from '@/lib/domain/currency/currencies.ts';
import { currencyLabel } from '@/lib/domain/currency/currency-label.ts';
import { attribute } from '@/lib/domain/prices/attributes.ts';
import { useCorrectedClock } from '../../shared/hooks/clock.ts';
import { noChangeText } from '../../shared/no-change-text.ts';
import { ChangeButton } from '../../shared/change-button.tsx';
import { Tag } from '../../shared/tag.tsx';
import type { Slot } from '../chart/chart-grid.ts';
import { startText } from '../chart/slot-text.ts';
import { ExactDecimal } from './figures.tsx';
import { minuteText, timeText, whenText } from './time-text.ts';
import type { ShownPeriod } from '../chart/use-period.ts';
import headlineStyles from '../../shared/headline.module.css';
import styles from './price-head.module.css';
import { openOptions } from '@/lib/pages/open-page.ts';
import { Button } from '../../shared/button.tsx';
import LegMarks from '../../shared/leg-marks.tsx';
import { NotCoveredMark, ProofMark } from '../../shared/marks.tsx';
import { useShownConversion } from '../../shared/hooks/use-conversion.ts';
import { PriceStoreContext, useLatestPrice } from '../../shared/hooks/use-latest-price.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { listView } from '@/lib/storage/values/view.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import { useStored, useStoredPart } from '../../shared/hooks/use-stored.ts';
import { useFailedCheck } from '../../shared/hooks/use-failed-check.ts';
import type { FeedEntry } from '../../shared/hooks/use-feed.ts';

interface PriceHeadProps {
  id: FeedId;
  /** As quoted. */
  price: StoredPrice;
  /** The price that is marked on the chart, in place of the latest one; `null` if none is. */
  marked: Slot | null;
  shown: ShownPeriod;
  fault: Fault | null;
  schedule: AnySchedule;
  tone: Tone;
}

/**
 * A price and its change over the period: the marked one, or else the latest as in the list. The
 * change is that of the price as quoted, like the chart.
 */
export function PriceHead({ id, price, marked, shown, fault, schedule, tone }: PriceHeadProps) {
  const { start } = shown;
  const conversion = useShownConversion();
  const isConverted = Boolean(conversion?.routeOf(id));
  const quote = useStoredPart(followedFeeds, (all) => attribute(all?.[id], 'quote_currency') ?? '');
  const of = marked ?? price;
  const exact = toDecimal(of.price, of.expo);
  // A candle has no confidence, so it uses the latest price's to dim digits.
  const confidence =
    of.conf === null ? toDecimal(price.conf, price.expo) : toDecimal(of.conf, of.expo);
  if (!exact) return <p className={styles.head}>{t('detail.invalidPrice')}</p>;
  const rolls = marked === null && tone === 'usual' && !price.isSample;
  return (
    <div className={styles.head} data-part="price-head" data-tone={marked ? undefined : tone}>
      {conversion && isConverted && marked === null ? (
        <PriceStoreContext value={conversion.store}>
          <ConvertedPrice id={id} currency={conversion.currency} rolls={rolls} />
        </PriceStoreContext>
      ) : (
        <Figure value={exact} confidence={confidence} rolls={rolls}>
          {isConverted && <small data-part="currency">{currencyLabel(quote)}</small>}
        </Figure>
      )}
      <p
        className={headlineStyles.change}
        data-part="period-change"
        title={start ? t('detail.change.since', { time: whenText(start, timeText) }) : undefined}
      >
        {isConverted && marked === null && (
          <span>
            <ExactDecimal part="quoted-price" digits="row" value={exact} /> {currencyLabel(quote)}
          </span>
        )}
        {start ? <Amounts from={start} price={exact} /> : <span>–</span>}{' '}
        {/* Other words are another note, not one that moves beside another change. */}
        <Note
          key={start ? shown.period : shown.reason}
          {...{ shown, marked, price, fault, tone }}
        />
      </p>
      {price.isSample && <Tag>{t('samples.title')}</Tag>}
      {marked === null && <FaultTag {...{ fault, schedule }} />}
    </div>
  );
}

interface FigureProps {
  value: Decimal;
  confidence: Decimal | null;
  /** Whether digits that change roll. */
  rolls: boolean;
  /** What follows the figure. */
  children: ReactNode;
}

function Figure({ children, ...figure }: FigureProps) {
  return (
    <div className={headlineStyles.price}>
      <ExactDecimal part="exact-price" digits="row" {...figure} /> {children}
    </div>
  );
}

interface ConvertedPriceProps extends Pick<FigureProps, 'rolls'> {
  id: FeedId;
  currency: Currency;
}

/** The price in the display currency, from the same store as the list's. */
function ConvertedPrice({ id, currency, rolls }: ConvertedPriceProps) {
  const { price, conf, expo = 0, proof } = useLatestPrice(id)?.price ?? {};
  const value = price === undefined ? null : toDecimal(price, expo);
  if (!value) return <div className={headlineStyles.price}>–</div>;
  return (
    <Figure
      value={value}
      confidence={conf === undefined ? null : toDecimal(conf, expo)}
      rolls={rolls}
    >
      <small data-part="currency">{currencyLabel(currency)}</small> <LegMarks id={id} />
      {proof && proof.state !== 'verified' && <ProofMark proof={proof} />}
    </Figure>
  );
}

/** The direction of a price since the start of a period. */
export function wayOf(price: Decimal | null, start: ChangeOrigin | null) {
  return price && start ? directionOf(changeFrom(start.from, price).amount) : 'flat';
}

function Amounts({ from, price }: { from: ChangeOrigin; price: Decimal }) {
  const { amount, percent } = changeFrom(from.from, price);
  const changeAs = useStoredPart(listView, (view) => view?.changeAs ?? null);
  return (
    <ChangeButton data-way={directionOf(amount)}>
      <bdi dir="ltr">
        {changeAmount(price, from.from)}
        {percent && changeAs !== 'amount' && ` (${formatPercent(percent)})`}
      </bdi>
    </ChangeButton>
  );
}

/** What the change is about: a period, or when the price was published if it is not current. */
function Note({ shown, marked, price, fault, tone }: Omit<PriceHeadProps, 'id' | 'schedule'>) {
  if (marked) return <small>{whenText(marked, minuteText)}</small>;
  if (!shown.start) return <small>{noChangeText(shown.reason)}</small>;
  if (tone === 'usual') return <small>{spanText(shown)}</small>;
  return <small>{<Time publishTime={price.publishTime} isOld={fault !== 'closed'} />}</small>;
}

/** When a price that is not current was published, in the words of the list and the footer. */
function Time({ publishTime, isOld }: { publishTime: UnixSeconds; isOld: boolean }) {
  return useCorrectedClock((nowMs) => {
    const time = formatRecentTime(toMilliseconds(publishTime), nowMs);
    return isOld ? `${time} · ${formatOld(ageMs(publishTime, nowMs))}` : time;
  });
}

function spanText({ period, changeSince, grid }: ShownPeriod): string {
  if (changeSince) return t('detail.change.since', { time: startText(changeSince, grid) });
  return t(`period.${period}`);
}

/** Names what is unusual about the latest price. The note beside its change has its age. */
function FaultTag({ fault, schedule }: Pick<PriceHeadProps, 'fault' | 'schedule'>) {
  const words = useCorrectedClock((nowMs) =>
    fault === null ? '' : faultWords(fault, { publishTime: undefined, schedule, nowMs }),
  );
  if (fault === null || fault === 'gone') return null;
  return (
    <p className={styles.exception} data-part="exception">
      <Tag isQuiet={fault === 'closed' || fault === 'after-hours'}>{words}</Tag>
    </p>
  );
}

export function Published({ publishTime }: { publishTime: UnixSeconds }) {
  const select = useCallback(
    (nowMs: UnixMilliseconds) => formatAgo(ageMs(publishTime, nowMs)),
    [publishTime],
  );
  return <span title={t('detail.publishTime')}>{useCorrectedClock(select)}</span>;
}

/** Says why there is no price. */
export function NoPrice({ id, feed }: { id: string; feed: FeedEntry }) {
  const failure = useFailedCheck(id);
  const areSamples = useStored(areSamplesShown) ?? false;
  return (
    <div className={styles.head} data-tone="gray">
      <div className={headlineStyles.price} aria-hidden="true">
        –
      </div>
      {failure !== null && (
        <p className={headlineStyles.change}>
          <b>{t('proof.state.failed')}</b> {failure}
        </p>
      )}
      {failure === null && feed.missing === 'not-covered' && <NotCovered />}
      {failure === null && feed.missing !== 'not-covered' && (
        <p className={headlineStyles.change}>{reasonOf(feed, areSamples)}</p>
      )}
    </div>
  );
}

function reasonOf({ isFollowed, missing }: FeedEntry, areSamples: boolean): string {
  if (!isFollowed) return t('detail.missing.notWatched');
  if (missing === 'unknown') return t(areSamples ? 'samples.liveOnly' : 'detail.missing.unknown');
  return missing === 'no-data' ? t('detail.missing.noData') : t('detail.missing.waiting');
}

export function NotCovered() {
  return (
    <p className={styles.notCovered}>
      <NotCoveredMark /> {t('history.notCovered')}{' '}
      <Button kind="link" onClick={() => void openOptions('connection')}>
        {t('common.checkConnectionButton')}
      </Button>
    </p>
  );
}
