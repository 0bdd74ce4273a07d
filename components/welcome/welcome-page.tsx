import { useRef, useState, type ReactNode, useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { closeTab } from '@/lib/pages/open-page.ts';
import { connectionState } from '@/lib/storage/values/connection.ts';
import { areSamplesShown } from '@/lib/storage/values/samples.ts';
import buttonStyles from '../shared/button.module.css';
import { Button } from '../shared/button.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { GoLiveView } from './go-live-view.tsx';
import { ListWindow } from './list-window.tsx';
import { LiveView, type WentLive } from './live-view.tsx';
import styles from './welcome.module.css';
import { formatList } from '@/lib/base/locale/format.ts';
import { assetTypeLabel, feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import {
  STARTER_SETS,
  starterFeeds,
  type StarterSet,
} from '@/lib/domain/watchlist/starter-sets.ts';
import { addToWatchlist, removeFromWatchlist } from '@/lib/pages/watchlist/watchlist.ts';
import { watchlist } from '@/lib/storage/values/watchlist.ts';
import { Chip } from '../shared/chip.tsx';
import { CheckIcon } from '../shared/later-icons.tsx';
import { Logo } from '../shared/logo.tsx';

/**
 * Opens after installation, with the user's own list beside it. It leads to live prices.
 *
 * @param isGoingLive whether a link opened the step to live prices
 */
export default function WelcomePage({ isGoingLive }: { isGoingLive: boolean }) {
  const hasSamples = useStored(areSamplesShown);
  const connection = useStored(connectionState);
  const isConnected = connection?.state === 'live' || connection?.state === 'polling';
  const list = useRef<HTMLIFrameElement>(null);
  const [change, setChange] = useState<WentLive | null>(null);
  const isRefused = connection?.state === 'stopped' && connection.remedy === 'access-token';
  if (hasSamples === undefined) return null;
  const showList = (hash: string): void => {
    list.current?.contentWindow?.location.replace(`/popup.html${hash}`);
    list.current?.scrollIntoView({ block: 'nearest' });
  };
  // The list keeps its sample prices until the first real ones arrive.
  const isConnecting = hasSamples && change !== null;
  const isToken = isGoingLive || isConnecting || (isRefused && change === null);
  const view = isToken ? 'go-live' : hasSamples ? 'start' : 'live';
  return (
    <div className={styles.page}>
      <main className={styles.stage}>
        <section className={styles.say}>
          {view === 'start' && <StartView onSearch={() => searchIn(list.current)} />}
          {view === 'go-live' && (
            <GoLiveView
              isConnecting={isConnecting}
              onLive={(notCovered) => {
                setChange({ notCovered, hadSamples: hasSamples });
                location.replace('#welcome');
              }}
            />
          )}
          {view === 'live' && (
            <LiveView isLive={isConnected || change !== null} change={change} onOpen={showList} />
          )}
        </section>
        <ListWindow ref={list} />
      </main>
      <PageBar {...{ view, hasSamples, isConnecting, isConnected }} />
    </div>
  );
}

interface PageBarProps {
  view: 'start' | 'go-live' | 'live';
  hasSamples: boolean;
  isConnecting: boolean;
  isConnected: boolean;
}

/** Says whether prices are live or samples, with a button for the next step. */
function PageBar({ view, hasSamples, isConnecting, isConnected }: PageBarProps) {
  if (view === 'live') {
    const title = t(isConnected ? 'connectionState.live' : 'app.name');
    return (
      <Bar isLive={isConnected} title={title} text={t('welcome.finished')}>
        <Button kind="primary" onClick={() => void closeTab()}>
          {t('welcome.doneButton')}
        </Button>
      </Bar>
    );
  }
  if (!hasSamples) return null;
  return (
    <Bar title={t('samples.title')} text={t(isConnecting ? 'samples.ending' : 'samples.text')}>
      {isConnecting ? null : view === 'start' ? (
        <>
          <a className={buttonStyles.link} href="/popup.html">
            {t('welcome.lookAroundLink')}
          </a>
          <a className={buttonStyles.primary} href="#go-live">
            {t('goLive.title')}
          </a>
        </>
      ) : (
        <a className={buttonStyles.link} href="#welcome">
          {t('samples.keepButton')}
        </a>
      )}
    </Bar>
  );
}

interface BarProps {
  isLive?: boolean;
  title: string;
  text: string;
  children: ReactNode;
}

function Bar({ isLive = false, title, text, children }: BarProps) {
  return (
    <footer className={styles.bar}>
      <span className={styles.dot} data-live={isLive || undefined} aria-hidden="true" />
      <div>
        <b>{title}</b>
        <span>{text}</span>
      </div>
      {children}
    </footer>
  );
}

/** Opens the search in the list, which is a page of its own. */
function searchIn(list: HTMLIFrameElement | null): void {
  list?.scrollIntoView({ block: 'nearest' });
  list?.contentDocument?.querySelector<HTMLElement>('input[type="search"]')?.focus();
}

/** Introduces the extension and its list. @param onSearch opens the list's search */
function StartView({ onSearch }: { onSearch: () => void }) {
  const ids = useStored(watchlist);
  const id = useId();
  return (
    <>
      <Logo size={48} />
      <h1>{t('welcome.headline')}</h1>
      <p className={styles.lead}>{t('welcome.intro')}</p>
      <div className={styles.question}>
        <h2 id={id}>{t('welcome.feeds.title')}</h2>
        <Button kind="link" onClick={onSearch}>
          {t('search.label')}
        </Button>
      </div>
      <div className={styles.sets} role="group" aria-labelledby={id}>
        {ids && STARTER_SETS.map((set) => <SetChip key={set} set={set} ids={ids} />)}
      </div>
      <p className={styles.promise}>{t('welcome.promise')}</p>
    </>
  );
}

function SetChip({ set, ids }: { set: StarterSet; ids: readonly string[] }) {
  const feeds = starterFeeds(set);
  const isOn = feeds.some(({ id }) => ids.includes(id));
  const toggle = async (): Promise<void> => {
    for (const feed of feeds) {
      if (isOn) await removeFromWatchlist(feed.id);
      else await addToWatchlist(feed);
    }
  };
  const symbols = feeds.map(({ id, attributes }) => feedSymbol(attributes, id));
  return (
    <Chip isOn={isOn} isStrong title={formatList(symbols, 'unit')} onClick={() => void toggle()}>
      {isOn && <CheckIcon />}
      {assetTypeLabel(feeds[0]?.attributes['asset_type'] ?? '')}
    </Chip>
  );
}
