import { t } from '@/lib/base/locale/t.ts';
import { badgePercent, badgeText } from '@/lib/domain/prices/badge-text.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import type { IconFace } from '@/lib/domain/prices/icon-face.ts';
import { ICON_SIZES } from '@/lib/domain/prices/icon-pixels.ts';
import type { BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { RadioCards } from './radio-cards.tsx';
import { ToolbarIcon } from './toolbar-icon.tsx';
import styles from './badge-look.module.css';

/** Chooses between the price on the badge, the price in the icon, and only its change. */
export function BadgeLook() {
  const view = useStored(badgeView);
  if (!view) return null;
  return (
    <div className={styles.look}>
      <RadioCards
        label={t('badgeOptions.view.title')}
        cards={[
          card('badge', t('badgeOptions.title')),
          card('icon', t('badgeOptions.view.icon')),
          card('change', t('badgeOptions.view.change')),
        ]}
        value={view.look}
        onChange={(look) => void badgeView.update((before) => ({ ...before, look }))}
      />
    </div>
  );
}

function card(look: BadgeView['look'], title: string) {
  return { value: look, title, sample: <Sample look={look} /> };
}

const FACE: IconFace = { lines: ['12', '345'], tone: 'green', arrow: 'up' };

/** A sample on light and dark toolbars, at normal and high pixel densities. */
function Sample({ look }: { look: BadgeView['look'] }) {
  return (
    <span className={styles.sample} aria-hidden="true">
      {(['light', 'dark'] as const).map((toolbar) => (
        <span key={toolbar} data-toolbar={toolbar}>
          {ICON_SIZES.map((size) => (
            <ToolbarIcon
              key={size}
              face={look === 'icon' ? FACE : null}
              size={size}
              badge={badgeOf(look)}
              color="var(--badge)"
            />
          ))}
        </span>
      ))}
    </span>
  );
}

function badgeOf(look: BadgeView['look']): string {
  if (look === 'icon') return '';
  return look === 'badge' ? badgeText(toDecimal('12', 3)) : badgePercent(toDecimal('12', -1));
}
