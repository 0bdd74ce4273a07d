import { useState } from 'react';
import type { Answers } from '@/lib/pages/questions.ts';
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
      <TextField label="Query" value={query} maxLength={200} onChange={setQuery} />
      <SelectField
        label="Asset type"
        value={assetType}
        options={[
          { value: ANY, label: 'Any' },
          ...ASSET_TYPES.map((type) => ({ value: type, label: type })),
        ]}
        onChange={setAssetType}
      />
      <div className={formStyles.actions}>
        <Button type="submit" isDisabled={inquiry.state === 'asking'}>
          Search on the server
        </Button>
        <p
          role="status"
          aria-label="Search on the server"
          className={formStyles.status}
          data-state={inquiry.state}
        >
          {statusOf(inquiry)}
        </p>
      </div>
      {found.length > 0 && (
        <FeedList label="Feeds that the server found" feeds={found} groupId={groupId} />
      )}
    </form>
  );
}

function statusOf(inquiry: Inquiry<Answers['search']>): string {
  switch (inquiry.state) {
    case 'asking':
      return 'Asking the price service…';
    case 'failed':
      return inquiry.reason;
    case 'answered': {
      const { length } = inquiry.answer.feeds;
      if (length === 0) return 'The service knows no such feed.';
      return length === 1 ? '1 feed' : `${length} feeds`;
    }
    default:
      return '';
  }
}
