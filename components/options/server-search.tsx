import { useState } from 'react';
import { t } from '@/lib/locale/t.ts';
import type { Answers } from '@/lib/pages/questions.ts';
import { assetTypeLabel } from '@/lib/prices/feed-name.ts';
import { Button } from '../shared/button.tsx';
import { useInquiry, type Inquiry, type QuestionOf } from '../hooks/use-inquiry.ts';
import { FeedList } from './feed-list.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import formStyles from './form.module.css';

const ANY = 'any';

/** Asset types that the specification accepts in a request. */
const ASSET_TYPES = ['crypto', 'fx', 'equity', 'metals', 'rates'];

/** The price service's own search. */
export function ServerSearch({ groupId }: { groupId: string | null }) {
  const [query, setQuery] = useState('');
  const [assetType, setAssetType] = useState(ANY);
  const { inquiry, ask } = useInquiry<QuestionOf<'search'>>();
  const found = inquiry.state === 'answered' ? inquiry.answer.feeds : [];

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void ask({
          kind: 'search',
          query: query.trim(),
          assetType: assetType === ANY ? null : assetType,
        });
      }}
    >
      <TextField
        label={t('feedList.service.queryLabel')}
        value={query}
        maxLength={200}
        onChange={setQuery}
      />
      <SelectField
        label={t('feedList.assetType.label')}
        value={assetType}
        options={[
          { value: ANY, label: t('feedList.assetType.any') },
          ...ASSET_TYPES.map((type) => ({ value: type, label: assetTypeLabel(type) })),
        ]}
        onChange={setAssetType}
      />
      <div className={formStyles.actions}>
        <Button type="submit" isDisabled={inquiry.state === 'asking'}>
          {t('feedList.service.searchButton')}
        </Button>
        <p
          role="status"
          aria-label={t('feedList.service.statusLabel')}
          className={formStyles.status}
          data-state={inquiry.state}
        >
          {statusOf(inquiry)}
        </p>
      </div>
      {found.length > 0 && (
        <FeedList label={t('feedList.service.foundLabel')} feeds={found} groupId={groupId} />
      )}
    </form>
  );
}

function statusOf(inquiry: Inquiry<Answers['search']>): string {
  switch (inquiry.state) {
    case 'asking':
      return t('feedList.service.searching');
    case 'failed':
      return inquiry.reason;
    case 'answered': {
      const { length: count } = inquiry.answer.feeds;
      return count === 0 ? t('feedList.service.noneFound') : t('feedList.count', { count });
    }
    default:
      return '';
  }
}
