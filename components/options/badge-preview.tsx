import { useId } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { ToolbarButton } from '@/lib/pages/toolbar-button.ts';
import { Logo } from '../shared/logo.tsx';
import styles from './badge-preview.module.css';

/** The toolbar button with its badge and tooltip. */
export function BadgePreview({ button }: { button: ToolbarButton }) {
  const id = useId();
  return (
    <figure className={styles.preview} aria-labelledby={id}>
      <figcaption id={id}>{t('badgeOptions.previewLabel')}</figcaption>
      <span className={styles.button}>
        <Logo size={32} />
        {button.text !== '' && (
          <b dir="auto" data-part="badge" style={{ background: button.color }}>
            {button.text}
          </b>
        )}
      </span>
      <div className={styles.tooltip} data-part="tooltip">
        {button.lines.map((line, index) => (
          <p key={index} dir="auto">
            {line}
          </p>
        ))}
      </div>
    </figure>
  );
}
