import { t } from '@/lib/base/locale/t.ts';
import { plainText } from '@/lib/base/text/plain-text.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import styles from './feed-list.module.css';

const MAX_NAME = 60;
const MAX_VALUE = 2_000;

/** All attributes of a feed in the catalog, as the service sent them. */
export function FeedAttributesList({ feed }: { feed: Feed }) {
  return (
    <dl className={styles.attributes}>
      <div>
        <dt>{t('attributes.feedId')}</dt>
        <dd dir="ltr">{feed.id}</dd>
      </div>
      {Object.entries(feed.attributes).map(([name, value]) => (
        <div key={name}>
          <dt dir="auto">{plainText(name, MAX_NAME)}</dt>
          <dd dir="auto">{plainText(value, MAX_VALUE)}</dd>
        </div>
      ))}
    </dl>
  );
}
