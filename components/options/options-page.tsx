import { Activity, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { useAppearance } from '../shared/hooks/appearance.ts';
import { Boundary } from '../shared/boundary.tsx';
import { Toast } from '../shared/toast.tsx';
import { StorageTrouble } from '../shared/storage-trouble.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Navigation } from './navigation.tsx';
import { sectionOf, type OptionsSection } from './sections.tsx';
import styles from './options-page.module.css';

/** Hashes of the welcome page and of its step to live prices. */
const [WELCOME, GO_LIVE] = ['welcome', 'go-live'];

// A view of this page, so that forms and stored values are shared.
const Welcome = lazy(() => import('../welcome/welcome-page.tsx'));

/** The options, or the welcome page. */
export function OptionsPage() {
  useAppearance();
  // Listen even while hidden, so that forms never show outdated settings.
  useStored(priceServices);
  const hash = useSyncExternalStore(subscribeToHash, readHash);
  const isWelcome = hash === WELCOME || hash === GO_LIVE;
  const selected = sectionOf(hash);
  const visited = useVisited(selected);
  const followLink = useFocusOnNavigation(selected);

  return (
    <>
      <Suspense>{isWelcome && <Welcome isGoingLive={hash === GO_LIVE} />}</Suspense>
      {/* Hidden, not unmounted, under the welcome page: unsaved input stays. */}
      <div className={styles.page} hidden={isWelcome}>
        <Navigation selected={selected} onFollow={followLink} />
        <main className={styles.main}>
          {visited.map((section) => (
            // Hidden, not unmounted: unsaved input is still there when the user returns.
            <Activity key={section.id} mode={section === selected ? 'visible' : 'hidden'}>
              <SectionView section={section} />
            </Activity>
          ))}
        </main>
      </div>
      <Toast />
      <StorageTrouble />
    </>
  );
}

function SectionView({ section: { id, label, Content } }: { section: OptionsSection }) {
  return (
    <section aria-labelledby={headingId(id)}>
      <h2 id={headingId(id)} tabIndex={-1}>
        {t(label)}
      </h2>
      <Boundary>
        <Content />
      </Boundary>
    </section>
  );
}

/** The sections shown so far: each is rendered when it is first shown. */
function useVisited(selected: OptionsSection): readonly OptionsSection[] {
  const [visited, setVisited] = useState<readonly OptionsSection[]>([selected]);
  if (visited.includes(selected)) return visited;
  const more = [...visited, selected];
  setVisited(more);
  return more;
}

/** Focuses the heading, but only after the user followed a link. */
function useFocusOnNavigation(selected: OptionsSection): () => void {
  const isFollowing = useRef(false);
  useEffect(() => {
    if (!isFollowing.current) return;
    isFollowing.current = false;
    window.scrollTo(0, 0);
    document.getElementById(headingId(selected.id))?.focus({ preventScroll: true });
  }, [selected]);
  return () => {
    isFollowing.current = true;
  };
}

// Not the section's id: the browser would scroll to an element named by the hash.
function headingId(sectionId: string): string {
  return `${sectionId}-heading`;
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** Returns the hash without `#`. */
function readHash(): string {
  return window.location.hash.slice(1);
}
