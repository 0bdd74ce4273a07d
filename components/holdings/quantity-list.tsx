import { t } from '@/lib/base/locale/t.ts';
import { heldCurrency } from '@/lib/domain/holdings/position.ts';
import { readHolding } from '@/lib/domain/holdings/read-holding.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import type { Holding, Holdings } from '@/lib/domain/holdings/holding.ts';
import type { FeedId } from '@/lib/base/units.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { setHolding } from '@/lib/pages/holdings/set-holding.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { classNames } from '../shared/button.tsx';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { FieldNotes } from '../shared/field.tsx';
import { PairName } from '../shared/pair-name.tsx';
import { TextInput } from '../shared/text-field.tsx';
import { useAmountsHidden } from './amount.tsx';
import { deleteHolding } from './delete-holding.ts';
import { Money } from './money.tsx';
import { useHoldingForm, type HeldFeed } from './use-holding-form.ts';
import { useSupposedWorth } from './use-valuation.ts';
import rowStyles from '../shared/row.module.css';
import styles from './quantity-list.module.css';

interface QuantityListProps {
  /** `null`: the whole watchlist. */
  group: Group | null;
  held: Holdings;
  onDone: () => void;
}

/** Asks how much of each feed the user owns. Valid numbers are stored while the user types. */
export function QuantityList({ group, held, onDone }: QuantityListProps) {
  const nameOf = useFeedNames();
  const listed = useStored(watchlist) ?? [];
  const known = useStored(followedFeeds) ?? {};
  const feeds = (group?.feedIds ?? listed).flatMap((id): HeldFeed[] => {
    const attributes = known[id];
    // A rate is not an amount of money.
    return attributes && heldCurrency(attributes) !== null
      ? [{ id, attributes, name: nameOf(id) }]
      : [];
  });
  return (
    <form
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onDone();
      }}
    >
      <div className={styles.question}>
        <h2>{t('holdings.question')}</h2>
        <p>{t('holdings.questionText')}</p>
      </div>
      <ul aria-label={t('popup.watchlistLabel')}>
        {feeds.map((feed) => (
          <QuantityRow key={feed.id} feed={feed} stored={held[feed.id] ?? null} />
        ))}
      </ul>
      {/* Enter submits a form of several fields only if it has such a button. */}
      <button type="submit" hidden />
    </form>
  );
}

function QuantityRow({ feed, stored }: { feed: HeldFeed; stored: Holding | null }) {
  const { id, name, attributes } = feed;
  const form = useHoldingForm(feed, stored);
  const areHidden = useAmountsHidden();
  const { quantity } = form.draft;
  const problem = form.problems?.quantity;
  const change = (typed: string): void => {
    form.change({ quantity: typed });
    const read = readHolding({ ...form.draft, quantity: typed });
    // A cost would be lost with the quantity.
    if (typed.trim() === '') void (stored?.cost ? deleteHolding(id, name) : setHolding(id, null));
    else if ('holding' in read) void setHolding(id, read.holding);
  };
  return (
    <li className={classNames(rowStyles.row, styles.row)} aria-label={name} data-id={id}>
      <div className={rowStyles.name}>
        <b dir="auto">
          <PairName name={name} />
        </b>
        <small dir="auto">{feedName(attributes, id).subject}</small>
      </div>
      <span className={styles.worth}>
        {form.holding && <Worth id={id} holding={form.holding} />}
      </span>
      <TextInput
        id={id}
        dir="ltr"
        inputMode="decimal"
        aria-label={t('holding.title', { name })}
        placeholder={t('holdings.howMany')}
        data-masked={(areHidden && quantity !== '') || undefined}
        problem={problem}
        value={quantity}
        onChange={change}
        onBlur={() => {
          if (quantity !== '') form.check();
        }}
      />
      {problem && (
        <div className={styles.problem}>
          <FieldNotes id={id} problem={problem} />
        </div>
      )}
    </li>
  );
}

function Worth({ id, holding }: { id: FeedId; holding: Holding }) {
  const worth = useSupposedWorth(id, holding);
  return worth && <Money measure={worth.value} />;
}
