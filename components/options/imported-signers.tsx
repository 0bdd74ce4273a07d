import { useState } from 'react';
import type { ImportedSigners } from '@/lib/pages/export/backup/plan-part.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './imported-signers.module.css';
import calloutStyles from '../shared/callout.module.css';

/** Lists signers with everything that determines what they can sign. */
export function ImportedSignersList({ signers }: { signers: readonly ImportedSigners[] }) {
  return (
    <section className={styles.signers} aria-label={t('signers.imported.label')}>
      <p className={calloutStyles.callout} data-tone="warn">
        {t('signers.imported.warning')}
      </p>
      <ul>
        {signers.map(({ name, emitterChain, emitterAddress, keys, quorum }) => (
          <li key={name}>
            <b>{name}</b>
            <p>{t('signers.required', { required: String(quorum), count: keys.length })}</p>
            <p>{t('signers.emitter', { chain: String(emitterChain), address: emitterAddress })}</p>
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('signers.imported.keyCount', { count: keys.length })}</summary>
      {/* Rendered on demand: a file may contain many profiles of 255 keys each. */}
      {isOpen && (
        <ol>
          {keys.map((key) => (
            <li key={key}>
              <code dir="ltr">{key}</code>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
