import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { t, type PlainKey } from '@/lib/base/locale/t.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { Boundary } from '../shared/boundary.tsx';
import { FieldsAreRows } from '../shared/field.tsx';
import { useAppearance } from '../shared/hooks/appearance.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { BellIcon, icon, SHAPES } from '../shared/icons.tsx';
import { ExportIcon, ExternalLinkIcon, EyeIcon, PinIcon } from '../shared/later-icons.tsx';
import { Logo } from '../shared/logo.tsx';
import { StorageTrouble } from '../shared/storage-trouble.tsx';
import { Toast } from '../shared/toast.tsx';
import { About } from './about.tsx';
import { AlertsSection } from './alerts-section.tsx';
import { ConnectionSection } from './connection-section.tsx';
import { DataSection } from './data-section.tsx';
import { LookSection } from './look-section.tsx';
import { ToolbarSection } from './toolbar-section.tsx';
import { TrustSection } from './trust-section.tsx';
import styles from './options.module.css';

interface Section {
  /** The URL hash that leads to it. */
  id: string;
  label: PlainKey;
  Icon: ComponentType;
  Content: ComponentType;
}

/** Shown beside the sections' headings. */
const STATES: Record<string, ComponentType> = {
  connection: lazy(() => import('./connection-state.tsx')),
  data: () => t('welcome.promise'),
};

const LookIcon = (): ReactNode => <EyeIcon isCrossed={false} />;
const TrustIcon = icon(SHAPES.checkedShield);

const SECTIONS: readonly Section[] = [
  { id: 'connection', label: 'footer.label', Icon: ExternalLinkIcon, Content: ConnectionSection },
  { id: 'alerts', label: 'alerts.title', Icon: BellIcon, Content: AlertsSection },
  { id: 'toolbar', label: 'options.section.toolbar', Icon: PinIcon, Content: ToolbarSection },
  { id: 'look', label: 'options.section.look', Icon: LookIcon, Content: LookSection },
  { id: 'data', label: 'options.section.data', Icon: ExportIcon, Content: DataSection },
  { id: 'trust', label: 'options.section.trust', Icon: TrustIcon, Content: TrustSection },
];

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
  return (
    <>
      <Suspense>{isWelcome && <Welcome isGoingLive={hash === GO_LIVE} />}</Suspense>
      {/* Hidden, not unmounted, under the welcome page: unsaved input stays. */}
      <div className={styles.page} hidden={isWelcome}>
        <Navigation place={placeOf(hash)} />
        <FieldsAreRows value>
          <main className={styles.main}>
            {SECTIONS.map((section) => (
              <SectionView key={section.id} section={section} />
            ))}
            <About />
          </main>
        </FieldsAreRows>
      </div>
      <Toast />
      <StorageTrouble />
    </>
  );
}

function SectionView({ section: { id, label, Content } }: { section: Section }) {
  const State = STATES[id];
  return (
    <section id={id} aria-labelledby={`${id}-heading`}>
      <div className={styles.heading}>
        <h2 id={`${id}-heading`} tabIndex={-1}>
          {t(label)}
        </h2>
        <p>
          <Suspense>{State && <State />}</Suspense>
        </p>
      </div>
      <div className={styles.card}>
        <Boundary>
          <Content />
        </Boundary>
      </div>
    </section>
  );
}

function Navigation({ place }: { place: string }) {
  const current = useSectionInView(place);
  useEffect(() => {
    // In a narrow window, the links are a scrolling strip.
    const link = document.querySelector(`nav [href='#${current}']`);
    link?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [current]);
  return (
    <header className={styles.side}>
      <h1>
        <Logo size={20} />
        {t('popup.optionsButton')}
      </h1>
      <nav aria-label={t('options.sectionsLabel')}>
        <ul>
          {SECTIONS.map(({ id, label, Icon }) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
                <Icon />
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}

/** Shows the place that the URL names, and returns the section that is read. */
function useSectionInView(place: string): string {
  const [current, setCurrent] = useState(SECTIONS[0]!.id);
  // Before the first paint, so that nothing moves.
  useLayoutEffect(() => {
    const asked = showPlace(place)?.closest('section')?.id;
    const follow = (): void => setCurrent(sectionInView(asked));
    follow();
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, [place]);
  return current;
}

/** The asked section while its heading is visible: the last ones may never reach the top. */
function sectionInView(asked: string | undefined): string {
  const shown = SECTIONS.map(({ id }) => ({
    id,
    box: document.getElementById(id)?.getBoundingClientRect(),
  }));
  const isAsked = shown.some(
    ({ id, box }) => id === asked && box && box.top >= 0 && box.top < innerHeight,
  );
  if (asked !== undefined && isAsked) return asked;
  const read = shown.find(({ box }) => box && box.bottom > innerHeight / 3);
  return (read ?? SECTIONS[0]!).id;
}

function subscribeToHash(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange);
  return () => window.removeEventListener('hashchange', onChange);
}

/** Returns the hash without `#`. */
function readHash(): string {
  return window.location.hash.slice(1);
}

/** Where links to sections of earlier versions lead. */
const MOVED = new Map([
  ['badge', 'toolbar'],
  ['appearance', 'look'],
  ['backup', 'data'],
  ['signatures', 'trust'],
  ['diagnostics', 'about'],
]);

/** The id of the part of the page that a hash leads to. */
function placeOf(hash: string): string {
  return MOVED.get(hash) ?? hash;
}

/** Shows a part of the page, opens what hides it, and moves the focus to its heading. */
function showPlace(id: string): HTMLElement | null {
  const place = document.getElementById(id);
  const fold = place?.closest('details');
  if (fold) fold.open = true;
  place?.scrollIntoView?.();
  place?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  return place;
}
