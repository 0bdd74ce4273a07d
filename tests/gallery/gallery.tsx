import { useState } from 'react';
import { writePastPrice } from '@/lib/domain/history/past-price.ts';
import { referenceTime } from '@/lib/domain/history/time-grid.ts';
import type { StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { PriceStoreContext, type PriceStore } from '@/components/shared/hooks/use-latest-price.ts';
import { PriceRow } from '@/components/popup/row/price-row.tsx';
import { ROW_STATES, type RowState } from './row-states.ts';
import styles from './gallery.module.css';

const THEMES = ['light', 'dark'] as const;

/** A row of the watchlist in each of its states, in both themes side by side. */
export function Gallery() {
  return (
    <main className={styles.themes}>
      {THEMES.map((theme) => (
        <section
          key={theme}
          className={styles.theme}
          style={{ colorScheme: theme }}
          aria-label={theme}
        >
          <Rows />
        </section>
      ))}
    </main>
  );
}

function Rows() {
  const [nowSeconds] = useState(() => Math.floor(Date.now() / 1_000));
  const prices = storeOf(ROW_STATES, nowSeconds);
  return (
    <PriceStoreContext value={prices}>
      <ul>
        {ROW_STATES.map((state) => (
          <PriceRow
            key={state.name}
            id={state.name}
            attributes={{ ...ATTRIBUTES, ...state.attributes }}
            ownName={state.name}
            isBadge={state.name === 'live'}
            tabStopKeys=""
            isMovable
            isCurrent={false}
            currency={null}
            hasColumns={false}
            isPainted
            showsValue={false}
            showsConfidence={state.name === 'with confidence'}
            changeAs="percent"
            isQuiet={false}
            missing={state.missing}
            mark={state.mark ?? null}
            period="24h"
            pastPrice={state.past === undefined ? null : pastPrice(state.past, nowSeconds)}
            candleLine={null}
            spark={null}
            failure={state.failure ?? null}
            requiredTrust={state.isRefused ? 'another trust' : null}
            minuteSeconds={nowSeconds}
            onOverlay={ignore}
            onFindReplacement={ignore}
          />
        ))}
      </ul>
    </PriceStoreContext>
  );
}

const ATTRIBUTES = {
  symbol: 'Crypto.BTC/USD',
  display_symbol: 'BTC/USD',
  description: 'BITCOIN / US DOLLAR',
};

function pastPrice({ price, expo }: { price: string; expo: number }, nowSeconds: number): string {
  return writePastPrice({ time: referenceTime('24h', nowSeconds), price, expo, trust: null });
}

/** The prices of the states, which never change. */
function storeOf(states: readonly RowState[], nowSeconds: number): PriceStore {
  const figures = new Map(
    states.flatMap(({ name, price }) =>
      price ? [[name, { price: storedPrice(price, nowSeconds), changes: 0 }] as const] : [],
    ),
  );
  return {
    subscribe: () => ignore,
    read: (id) => figures.get(id),
    prime: ignore,
    close: ignore,
  };
}

function storedPrice(
  { ageSeconds = 0, ...rest }: NonNullable<RowState['price']>,
  nowSeconds: number,
): StoredPrice {
  return {
    emaPrice: rest.price,
    emaConf: rest.conf,
    emaExpo: rest.expo,
    slot: null,
    prevPublishTime: null,
    proofAvailableTime: null,
    direction: 0,
    publishTime: nowSeconds - ageSeconds,
    receivedAt: nowSeconds * 1_000,
    ...rest,
  };
}

function ignore(): void {
  // The gallery shows states; nothing changes them.
}
