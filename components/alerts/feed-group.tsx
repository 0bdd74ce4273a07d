import { memo, useId } from 'react';
import type { AlertRule } from '@/lib/domain/alerts/model/rule.ts';
import { stateOf, type FeedAlerts } from '@/lib/domain/alerts/model/feed-alerts.ts';
import type { AlertPrice } from '@/lib/domain/alerts/model/price.ts';
import { feedOf } from '@/lib/domain/holdings/subject.ts';
import { styled, type FigureStyle } from '@/lib/domain/alerts/text/figure-style.ts';
import { toDecimal, toShortDecimalString } from '@/lib/domain/prices/decimal.ts';
import { exactNumber, numberText, priceText } from '@/lib/domain/alerts/text/figures.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { UnixMilliseconds } from '@/lib/base/units.ts';
import { addToWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { AlertRow } from './alert-row.tsx';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { useAlertFeed } from './use-alert-feed.ts';
import { Button, IconButton } from '../shared/button.tsx';
import styles from './alerts.module.css';

interface FeedGroupProps {
  subjectId: string;
  rules: readonly AlertRule[];
  /** `undefined`: not checked in this session. */
  known: FeedAlerts | undefined;
  lastFired: ReadonlyMap<string, UnixMilliseconds>;
  heading: HeadingTag;
  onOpen: OpenAlert;
}

export const FeedGroup = memo(function FeedGroup(props: FeedGroupProps) {
  const { subjectId, rules, known, lastFired, heading: Heading, onOpen } = props;
  const { title, attributes, feed } = useAlertFeed(subjectId, known);
  const followable = feedOf(subjectId);
  const headingId = useId();

  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId} dir="auto">
          {title}
        </Heading>
        <PriceNow latest={feed.latest} style={feed.style} />
        {!feed.isFollowed && followable !== null && (
          <Button kind="small" onClick={() => void addToWatchlist({ id: followable, attributes })}>
            {t('detail.addButton')}
          </Button>
        )}
        <IconButton
          label={t('alerts.addOnButton', { name: title })}
          title={t('alerts.addButton')}
          onClick={() => onOpen({ view: 'new-alert', id: subjectId, level: null })}
        >
          <PlusIcon />
        </IconButton>
      </div>
      <ul aria-labelledby={headingId}>
        {rules.map((rule) => (
          <AlertRow
            key={rule.id}
            rule={rule}
            state={stateOf(rule.id, known?.states ?? {})}
            feed={feed}
            lastFiredAt={lastFired.get(rule.id) ?? null}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  );
});

/** The price that the distances below are measured from. */
export function PriceNow({ latest, style }: { latest: AlertPrice | null; style: FigureStyle }) {
  const price = latest && toDecimal(latest.price, latest.expo);
  if (!price) return <span className={styles.now}>{t('alerts.noPrice')}</span>;
  // A calculated figure already ends at its first uncertain digit.
  const calculated = numberText(toShortDecimalString(price));
  return (
    <span className={styles.now} title={styled(exactNumber(price), style)} dir="auto">
      {styled(style.currency === null ? priceText(price) : calculated, style)}
    </span>
  );
}
