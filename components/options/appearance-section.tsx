import { appearance, type Appearance } from '@/lib/storage/settings.ts';
import { useStored } from '../hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { RadioCards, type RadioCard } from './radio-cards.tsx';
import styles from './radio-cards.module.css';

const THEMES: readonly RadioCard<Appearance['theme']>[] = [
  { value: 'system', title: 'System', lines: ['As the system is set'] },
  { value: 'light', title: 'Light', lines: ['Always light'] },
  { value: 'dark', title: 'Dark', lines: ['Always dark'] },
];

const PALETTES: readonly RadioCard<Appearance['palette']>[] = [
  { value: 'green-up', title: 'Green up', lines: ['Red down'], sample: <Sample of="green-up" /> },
  { value: 'red-up', title: 'Red up', lines: ['Green down'], sample: <Sample of="red-up" /> },
];

/** Theme, and colors for rising and falling prices. */
export function AppearanceSection() {
  const chosen = useStored(appearance);
  if (!chosen) return null;
  return (
    <>
      <Panel title="Theme" hint="Light or dark, for the popup and this page.">
        <RadioCards
          label="Theme"
          cards={THEMES}
          value={chosen.theme}
          onChange={(theme) => change({ theme })}
        />
      </Panel>
      <Panel
        title="Up and down"
        hint="The colours of rising and falling prices. Signs and arrows always say it too."
      >
        <RadioCards
          label="Up and down"
          cards={PALETTES}
          value={chosen.palette}
          onChange={(palette) => change({ palette })}
        />
      </Panel>
    </>
  );
}

function change(part: Partial<Appearance>): void {
  void appearance.update((before) => ({ ...before, ...part }));
}

function Sample({ of }: { of: Appearance['palette'] }) {
  return (
    <span className={styles.sample} data-sample={of} aria-hidden="true">
      <span>▲ +1.20%</span>
      <span>▼ −0.85%</span>
    </span>
  );
}
