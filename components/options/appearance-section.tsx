import { t } from '@/lib/base/locale/t.ts';
import { formatPercent } from '@/lib/domain/prices/format-price.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import type { Appearance } from '@/lib/domain/settings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { deferred } from './deferred.tsx';
import { OptionsPanel } from './panel.tsx';
import { RadioCards } from './radio-cards.tsx';
import styles from './radio-cards.module.css';

// Loaded on demand: it reads the whole catalog.
const CurrencyPanel = deferred(() => import('./currency-panel.tsx'));

const THEMES = ['system', 'light', 'dark'] as const;

const PALETTES = [
  ['green-up', 'greenUp'],
  ['red-up', 'redUp'],
] as const;

export function AppearanceSection() {
  const chosen = useStored(appearance);
  if (!chosen) return null;
  return (
    <>
      <OptionsPanel title={t('appearance.theme.title')}>
        <RadioCards
          label={t('appearance.theme.title')}
          cards={THEMES.map((theme) => ({
            value: theme,
            title: t(`appearance.theme.${theme}.title`),
          }))}
          value={chosen.theme}
          onChange={(theme) => change({ theme })}
        />
      </OptionsPanel>
      <OptionsPanel title={t('appearance.palette.title')}>
        <RadioCards
          label={t('appearance.palette.title')}
          cards={PALETTES.map(([palette, name]) => ({
            value: palette,
            title: t(`appearance.palette.${name}.title`),
            sample: <Sample of={palette} />,
          }))}
          value={chosen.palette}
          onChange={(palette) => change({ palette })}
        />
      </OptionsPanel>
      <CurrencyPanel />
    </>
  );
}

function change(part: Partial<Appearance>): void {
  void appearance.update((before) => ({ ...before, ...part }));
}

const RISE = { mantissa: 120n, expo: -2 };
const FALL = { mantissa: -85n, expo: -2 };

function Sample({ of }: { of: Appearance['palette'] }) {
  return (
    <span className={styles.sample} data-sample={of} aria-hidden="true">
      <span dir="ltr">▲ {formatPercent(RISE)}</span>
      <span dir="ltr">▼ {formatPercent(FALL)}</span>
    </span>
  );
}
