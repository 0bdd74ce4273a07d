import { useEffect, useState } from 'react';
import { catalogue, followedFeeds } from '@/lib/storage/catalogue.ts';
import { missingFeeds, type MissingReason } from '@/lib/storage/prices.ts';
import { watchlist } from '@/lib/storage/watchlist.ts';
import { useStored } from './use-stored.ts';

/** What is known of a feed beside its price. */
export interface FeedFacts {
  attributes: Record<string, string>;
  isFollowed: boolean;
  missing: MissingReason | undefined;
}

const NO_ATTRIBUTES: Record<string, string> = {};

/** `undefined` until it is known whether the feed is followed. */
export function useFeed(id: string): FeedFacts | undefined {
  const ids = useStored(watchlist);
  const names = useStored(followedFeeds);
  const missing = useStored(missingFeeds);
  const kept = names && (names[id] ?? null);
  const listed = useCatalogueEntry(id, kept === null);
  if (!ids || kept === undefined) return undefined;
  return {
    attributes: kept ?? listed ?? NO_ATTRIBUTES,
    isFollowed: ids.includes(id),
    missing: missing?.[id],
  };
}

/** The catalogue is large: it is read only for a feed of which nothing else is kept. */
function useCatalogueEntry(id: string, isWanted: boolean): Record<string, string> | undefined {
  const [attributes, setAttributes] = useState<Record<string, string>>();
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    void readCatalogue().then(({ feeds }) => {
      if (isHere) setAttributes(feeds.find((feed) => feed.id === id)?.attributes);
    });
    return () => {
      isHere = false;
    };
  }, [id, isWanted]);
  return attributes;
}

let reading: ReturnType<typeof catalogue.getValue> | undefined;

/** One read for all who ask at the same time, as the rows of a list of alerts do. */
function readCatalogue(): ReturnType<typeof catalogue.getValue> {
  reading ??= catalogue.getValue().finally(() => {
    reading = undefined;
  });
  return reading;
}
