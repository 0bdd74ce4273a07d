import { t } from '@/lib/base/locale/t.ts';
import { assetTypeFilter } from '@/lib/domain/prices/feed-name.ts';
import type { Feed } from '@/lib/domain/watchlist/catalog.ts';
import type { Answers } from '@/lib/pages/questions.ts';
import { Button } from '../button.tsx';
import controlStyles from '../control.module.css';
import formStyles from '../form.module.css';
import { useInquiry, type Inquiry, type QuestionOf } from '../hooks/use-inquiry.ts';

const NO_FEEDS: readonly Feed[] = [];

export interface ServiceSearch {
  inquiry: Inquiry<Answers['search']>;
  feeds: readonly Feed[];
  ask: () => void;
}

/**
 * A search by the price service, for feeds that are not in the stored list. Nothing is sent before
 * `ask`. A component with another search needs another key.
 * @param assetType a label; `null`: any type
 */
export function useServiceSearch(query: string, assetType: string | null): ServiceSearch {
  const { inquiry, ask } = useInquiry<QuestionOf<'search'>>();
  const filter = assetType === null ? null : assetTypeFilter(assetType);
  return {
    inquiry,
    feeds: inquiry.state === 'answered' ? inquiry.answer.feeds : NO_FEEDS,
    ask: () => void ask({ kind: 'search', query: query.trim(), assetType: filter }),
  };
}

export function ServiceSearchButton({
  search: { inquiry, feeds, ask },
}: {
  search: ServiceSearch;
}) {
  return (
    <>
      <div className={formStyles.actions}>
        <Button isDisabled={inquiry.state === 'asking'} onClick={ask}>
          {t('feedList.service.searchButton')}
        </Button>
        <p
          role="status"
          aria-label={t('feedList.service.searchButton')}
          className={formStyles.status}
          data-state={inquiry.state}
        >
          {statusOf(inquiry)}
        </p>
      </div>
      {feeds.length === 0 && <p className={controlStyles.hint}>{t('feedList.service.hint')}</p>}
    </>
  );
}

function statusOf(inquiry: Inquiry<Answers['search']>): string {
  switch (inquiry.state) {
    case 'asking':
      return t('options.loading');
    case 'failed':
      return inquiry.reason;
    case 'answered':
      return t('feed.count', { count: inquiry.answer.feeds.length });
    default:
      return '';
  }
}
