import { useRef, useState, type ReactNode } from 'react';
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
import { StartView } from './start-view.tsx';
import styles from './welcome.module.css';

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
  // The list keeps its sample prices until the first real ones are there.
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
