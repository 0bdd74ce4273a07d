import { useMemo, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { browseCatalog, searchCatalog } from '@/lib/domain/watchlist/search-catalog.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { AssetTypeChips } from '../shared/catalog/asset-type-chips.tsx';
import { CatalogAge } from '../shared/catalog/catalog-age.tsx';
import { ServiceSearchButton, useServiceSearch } from '../shared/catalog/service-search.tsx';
import { useCatalogIndex } from '../shared/catalog/use-catalog-index.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Loading } from './deferred.tsx';
import { FeedList } from './feed-list.tsx';
import { Panel } from './panel.tsx';
import { SelectField } from '../shared/select-field.tsx';
import { TextField } from '../shared/text-field.tsx';
import { UnconfirmedNames } from './unconfirmed-names.tsx';
import styles from './catalog-section.module.css';

const NO_FEEDS: readonly Feed[] = [];

export default function CatalogSection() {
  const [groupId, setGroupId] = useState<string | null>(null);
  const list = useStored(groups) ?? [];
  const group = list.find(({ id }) => id === groupId) ?? null;
  return (
    <>
      <UnconfirmedNames />
      <Panel title={t('feedList.title')}>
        {list.length > 0 && (
          <SelectField
            label={t('feedList.addTo.label')}
            value={group?.id ?? null}
            options={[
              [null, t('popup.watchlistLabel')],
              ...list.map(
                ({ id, name }) =>
                  [id, t('feedList.addTo.watchlistAndGroup', { group: name })] as const,
              ),
            ]}
            onChange={setGroupId}
          />
        )}
        <FeedSearch groupId={group?.id ?? null} />
      </Panel>
    </>
  );
}

/** Searches the stored feed list. If nothing is found there, offers to ask the price service. */
function FeedSearch({ groupId }: { groupId: string | null }) {
  const index = useCatalogIndex();
  const [query, setQuery] = useState('');
  const [assetType, setAssetType] = useState<string | null>(null);
  const found = useMemo(() => {
    if (!index) return NO_FEEDS;
    return query.trim() === ''
      ? browseCatalog(index, assetType)
      : searchCatalog(index, query, assetType);
  }, [index, query, assetType]);
  // Render everything at once, so that nothing moves under the pointer.
  if (!index) return <Loading />;
  const isSearching = query.trim() !== '' || assetType !== null;

  return (
    <div className={styles.catalog}>
      <TextField
        label={t('search.label')}
        type="search"
        maxLength={200}
        value={query}
        onChange={setQuery}
      />
      <AssetTypeChips types={index.assetTypes} value={assetType} onChange={setAssetType} />
      <div className={styles.summary}>
        <span role="status" aria-label={t('search.resultsLabel')}>
          {summaryOf(index.entries.length, found.length)}
        </span>
        <CatalogAge />
      </div>
      {found.length === 0 && isSearching && (
        <ServiceResults
          key={`${query} ${assetType}`}
          query={query}
          assetType={assetType}
          groupId={groupId}
        />
      )}
      {found.length > 0 && (
        <FeedList
          key={`${query} ${assetType}`}
          label={t('feedList.feedsLabel')}
          feeds={found}
          groupId={groupId}
        />
      )}
    </div>
  );
}

interface ServiceResultsProps {
  query: string;
  assetType: string | null;
  groupId: string | null;
}

function ServiceResults({ query, assetType, groupId }: ServiceResultsProps) {
  const search = useServiceSearch(query, assetType);
  return (
    <>
      <ServiceSearchButton search={search} />
      {search.feeds.length > 0 && (
        <FeedList label={t('search.resultsLabel')} feeds={search.feeds} groupId={groupId} />
      )}
    </>
  );
}

function summaryOf(feedCount: number, count: number): string {
  if (feedCount === 0) return t('search.noList');
  return count === 0 ? t('feedList.search.noneFound') : t('feed.count', { count });
}
