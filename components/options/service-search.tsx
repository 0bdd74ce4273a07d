import { t } from '@/lib/base/locale/t.ts';
import type { Answers } from '@/lib/pages/questions.ts';
import { useInquiry, type Inquiry, type QuestionOf } from '../shared/hooks/use-inquiry.ts';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import formStyles from '../shared/form.module.css';
import { FeedList } from './feed-list.tsx';

interface ServiceSearchProps {
  query: string;
  groupId: string | null;
}

/** Asks the service for feeds that are not in the stored list. */
export function ServiceSearch({ query, groupId }: ServiceSearchProps) {
  const { inquiry, ask } = useInquiry<QuestionOf<'search'>>();
  const found = inquiry.state === 'answered' ? inquiry.answer.feeds : [];
  return (
    <>
      <div className={formStyles.actions}>
        <Button
          isDisabled={inquiry.state === 'asking'}
          onClick={() => void ask({ kind: 'search', query, assetType: null })}
        >
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
      <p className={controlStyles.hint}>{t('feedList.service.hint')}</p>
      {found.length > 0 && (
        <FeedList label={t('search.resultsLabel')} feeds={found} groupId={groupId} />
      )}
    </>
  );
}

function statusOf(inquiry: Inquiry<Answers['search']>): string {
  switch (inquiry.state) {
    case 'asking':
      return t('options.loading');
    case 'failed':
      return inquiry.reason;
    case 'answered': {
      const { length: count } = inquiry.answer.feeds;
      return count === 0 ? t('feedList.search.noneFound') : t('feed.count', { count });
    }
    default:
      return '';
  }
}
