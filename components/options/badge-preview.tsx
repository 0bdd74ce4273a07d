import { useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { ToolbarButton } from '@/lib/pages/toolbar-button.ts';
import { shownIcon } from '@/lib/storage/values/badge.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { ToolbarIcon } from './toolbar-icon.tsx';
import styles from './badge-preview.module.css';

/** The toolbar button with its badge and tooltip. */
export function BadgePreview({ button }: { button: ToolbarButton }) {
  const id = useId();
  const icon = useStored(shownIcon) ?? 'logo';
  return (
    <figure className={styles.preview} aria-labelledby={id}>
      <figcaption id={id}>{t('badgeOptions.previewLabel')}</figcaption>
      <span className={styles.button}>
        <ToolbarIcon
          face={icon === 'logo' ? null : icon}
          size={32}
          badge={button.text}
          color={button.color}
        />
      </span>
      <div className={styles.tooltip} data-part="tooltip">
        {button.lines.map((line, index) => (
          <p key={index}>{line}</p>
        ))}
      </div>
    </figure>
  );
}
