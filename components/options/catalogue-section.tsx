import { useMemo, useState } from 'react';
import { browseCatalogue, searchCatalogue } from '@/lib/watchlist/search-catalogue.ts';
import type { Feed } from '@/lib/storage/catalogue.ts';
import { groups } from '@/lib/storage/view.ts';
import { AssetTypeChips } from '../shared/catalogue/asset-type-chips.tsx';
import { CatalogueAge } from '../shared/catalogue/catalogue-age.tsx';
import { useCatalogueIndex } from '../shared/catalogue/use-catalogue-index.ts';
import { useStored } from '../hooks/use-stored.ts';
import { FeedList } from './feed-list.tsx';
import { Panel } from './panel.tsx';
import { SelectField } from './select-field.tsx';
import { ServerSearch } from './server-search.tsx';
import { TextField } from './text-field.tsx';
import styles from './catalogue-section.module.css';

const WATCHLIST = 'watchlist';
const NO_FEEDS: readonly Feed[] = [];

/** All feeds that the service offers, with buttons to add them to the watchlist. */
export default function CatalogueSection() {
  const [groupId, setGroupId] = useState<string | null>(null);
  const list = useStored(groups) ?? [];
  const group = list.find(({ id }) => id === groupId) ?? null;
  return (
    <>
      <Panel
        title="All feeds"
        hint="Kept on this computer and renewed once a day. Nothing is sent while you search here."
      >
        {list.length > 0 && (
          <SelectField
            label="Add to"
            value={group?.id ?? WATCHLIST}
            options={[
              { value: WATCHLIST, label: 'The watchlist' },
              ...list.map(({ id, name }) => ({ value: id, label: `The watchlist and ${name}` })),
            ]}
            onChange={(value) => setGroupId(value === WATCHLIST ? null : value)}
          />
        )}
        <LocalSearch groupId={group?.id ?? null} />
      </Panel>
      <Panel
        title="Search on the server"
        hint="Asks the price service itself, which may know feeds that are newer than the list. It looks at symbols only."
      >
        <ServerSearch groupId={group?.id ?? null} />
      </Panel>
    </>
  );
}

function LocalSearch({ groupId }: { groupId: string | null }) {
  const index = useCatalogueIndex();
  const [query, setQuery] = useState('');
  const [assetType, setAssetType] = useState<string | null>(null);
  const found = useMemo(() => {
    if (!index) return NO_FEEDS;
    return query.trim() === ''
      ? browseCatalogue(index, assetType)
      : searchCatalogue(index, query, assetType);
  }, [index, query, assetType]);

  return (
    <div className={styles.catalogue}>
      <TextField label="Search the catalogue" type="search" value={query} onChange={setQuery} />
      <AssetTypeChips types={index?.assetTypes ?? []} value={assetType} onChange={setAssetType} />
      <div className={styles.summary}>
        <span role="status" aria-label="Feeds found">
          {summaryOf(index?.entries.length, found.length)}
        </span>
        <CatalogueAge />
      </div>
      {found.length > 0 && (
        <FeedList
          key={`${query} ${assetType}`}
          label="Feeds of the catalogue"
          feeds={found}
          groupId={groupId}
        />
      )}
    </div>
  );
}

function summaryOf(feedCount: number | undefined, count: number): string {
  if (feedCount === undefined) return 'Reading the list…';
  if (feedCount === 0) return 'The list is not here yet.';
  if (count === 0) return 'No feed matches.';
  return count === 1 ? '1 feed' : `${count} feeds`;
}
