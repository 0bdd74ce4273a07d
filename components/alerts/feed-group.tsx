import { memo, useId } from 'react';
import type { AlertRule } from '@/lib/alerts/model/rule.ts';
import { stateOf, type FeedAlerts } from '@/lib/alerts/model/feed-alerts.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { exactNumber, priceText } from '@/lib/alerts/text/figures.ts';
import { t } from '@/lib/locale/t.ts';
import type { FeedId, UnixMilliseconds } from '@/lib/units.ts';
import { addToWatchlist } from '@/lib/watchlist/watchlist.ts';
import { PlusIcon } from '../shared/icons.tsx';
import { useLatestPrice } from '../hooks/use-latest-price.ts';
import { AlertRow } from './alert-row.tsx';
import type { HeadingTag, OpenAlert } from './alert-target.ts';
import { useAlertFeed } from './use-alert-feed.ts';
import { Button, IconButton } from '../shared/button.tsx';
import styles from './alerts.module.css';

interface FeedGroupProps {
  feedId: FeedId;
  rules: readonly AlertRule[];
  /** `undefined`: the feed's alerts were not checked in this session. */
  known: FeedAlerts | undefined;
  /** By alert id. */
  lastFired: ReadonlyMap<string, UnixMilliseconds>;
  heading: HeadingTag;
  onOpen: OpenAlert;
}

/** The alerts on one feed, below its name and price. */
export const FeedGroup = memo(function FeedGroup(props: FeedGroupProps) {
  const { feedId, rules, known, lastFired, heading: Heading, onOpen } = props;
  const { name, attributes, feed } = useAlertFeed(feedId, known);
  const headingId = useId();

  return (
    <section className={styles.group} aria-labelledby={headingId}>
      <div className={styles.head}>
        <Heading id={headingId} dir="auto">
          {name}
        </Heading>
        <PriceNow feedId={feedId} />
        {!feed.isFollowed && (
          <Button kind="small" onClick={() => void addToWatchlist({ id: feedId, attributes })}>
            {t('detail.addButton')}
          </Button>
        )}
        <IconButton
          label={t('alerts.addOnButton', { name })}
          title={t('alerts.addButton')}
          onClick={() => onOpen({ view: 'new-alert', id: feedId, level: null })}
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

/** The current price, from which the distances below are measured. */
export function PriceNow({ feedId }: { feedId: FeedId }) {
  const stored = useLatestPrice(feedId)?.price;
  const price = stored && toDecimal(stored.price, stored.expo);
  return (
    <span className={styles.now} title={price ? exactNumber(price) : undefined} dir="auto">
      {price ? priceText(price) : t('alerts.noPrice')}
    </span>
  );
}
