import { useEffect, useRef, useState } from 'react';
import { inquire, InquiryError } from '@/lib/inquiries.ts';
import type { Feed } from '@/lib/storage/catalogue.ts';
import { FeedList } from './feed-list.tsx';
import { SelectField } from './select-field.tsx';
import { TextInput } from './text-field.tsx';

const QUERY_ID = 'catalogue-query';
const ANY = 'any';

/** The specification's asset types, as they are asked for. */
const ASSET_TYPES = ['crypto', 'fx', 'equity', 'metals', 'rates'];

type State =
  | { phase: 'idle' | 'asking' }
  | { phase: 'found'; feeds: readonly Feed[]; key: number }
  | { phase: 'failed'; reason: string };

/** The price service's own search. */
export function ServerSearch({ groupId }: { groupId: string | null }) {
  const [query, setQuery] = useState('');
  const [assetType, setAssetType] = useState(ANY);
  const [state, setState] = useState<State>({ phase: 'idle' });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const search = async (): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setState({ phase: 'asking' });
    const next = await ask(query, assetType, signal);
    if (!signal.aborted) setState(next);
  };

  return (
    <form
      className="server-search"
      onSubmit={(event) => {
        event.preventDefault();
        void search();
      }}
    >
      <div className="field">
        <label htmlFor={QUERY_ID}>Query</label>
        <TextInput id={QUERY_ID} value={query} maxLength={200} onChange={setQuery} />
      </div>
      <SelectField
        label="Asset type"
        value={assetType}
        options={[
          { value: ANY, label: 'Any' },
          ...ASSET_TYPES.map((type) => ({ value: type, label: type })),
        ]}
        onChange={setAssetType}
      />
      <div className="actions">
        <button type="submit" disabled={state.phase === 'asking'}>
          Search on the server
        </button>
        <p
          role="status"
          aria-label="Search on the server"
          className={state.phase === 'failed' ? 'problem' : 'save-status'}
        >
          {statusOf(state)}
        </p>
      </div>
      {state.phase === 'found' && state.feeds.length > 0 && (
        <FeedList
          key={state.key}
          label="Feeds that the server found"
          feeds={state.feeds}
          groupId={groupId}
        />
      )}
    </form>
  );
}

async function ask(query: string, assetType: string, signal: AbortSignal): Promise<State> {
  try {
    const { feeds } = await inquire(
      { kind: 'search', query: query.trim(), assetType: assetType === ANY ? null : assetType },
      signal,
    );
    return { phase: 'found', feeds, key: Date.now() };
  } catch (error) {
    if (error instanceof InquiryError) return { phase: 'failed', reason: error.message };
    return { phase: 'failed', reason: 'The question could not be asked. Reload this page.' };
  }
}

function statusOf(state: State): string {
  switch (state.phase) {
    case 'asking':
      return 'Asking the price service…';
    case 'failed':
      return state.reason;
    case 'found':
      if (state.feeds.length === 0) return 'The service knows no such feed.';
      return state.feeds.length === 1 ? '1 feed' : `${state.feeds.length} feeds`;
    default:
      return '';
  }
}
