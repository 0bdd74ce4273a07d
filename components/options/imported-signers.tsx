import { useState } from 'react';
import type { ImportedSigners } from '@/lib/pages/export/backup/plan-part.ts';
import { t } from '@/lib/base/locale/t.ts';
import styles from './imported-signers.module.css';
import { Message } from '../shared/message.tsx';
import calloutStyles from '../shared/callout.module.css';
import { shortHex } from '@/lib/base/text/short-hex.ts';
import { Button } from '../shared/button.tsx';

/** With everything that determines what they can sign. */
export function ImportedSignersList({ signers }: { signers: readonly ImportedSigners[] }) {
  return (
    <section className={styles.signers} aria-label={t('signers.imported.label')}>
      <p className={calloutStyles.callout} data-tone="warn">
        {t('signers.imported.warning')}
      </p>
      <ul>
        {signers.map((each) => (
          <li key={each.name}>
            <b>{each.name}</b>
            <Facts signers={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Facts({ signers }: { signers: ImportedSigners }) {
  const { name, emitterChain, emitterAddress, keys, quorum } = signers;
  return (
    <dl>
      <div>
        <dt>{t('signers.imported.quorum')}</dt>
        <dd>{t('signers.imported.required', { required: String(quorum), count: keys.length })}</dd>
      </div>
      <div>
        <dt>{t('signers.imported.emitter')}</dt>
        <dd>
          <Message
            of="signers.imported.emitterValue"
            values={{
              chain: emitterChain,
              address: (
                <HexValue
                  value={emitterAddress}
                  copyLabel={t('options.hex.copyEmitterLabel', { name })}
                />
              ),
            }}
          />
        </dd>
      </div>
      <div>
        <dt>{t('signers.imported.keys')}</dt>
        <dd>
          <Keys name={name} keys={keys} />
        </dd>
      </div>
    </dl>
  );
}

function Keys({ name, keys }: { name: string; keys: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('signers.imported.keyCount', { count: keys.length })}</summary>
      {/* Rendered on demand: a file may contain many profiles of 255 keys each. */}
      {isOpen && (
        <ol>
          {keys.map((key, place) => (
            <li key={key}>
              <HexValue
                value={key}
                copyLabel={t('options.hex.copySignerLabel', { number: String(place + 1), name })}
              />
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}

interface HexValueProps {
  value: string;
  copyLabel: string;
}

/** Shortened in the middle, with a button that copies it in full. */
function HexValue({ value, copyLabel }: HexValueProps) {
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <span className={styles.hex}>
      <code title={value} dir="ltr">
        {outcome === 'refused' ? value : shortHex(value)}
      </code>
      <Button kind="link" aria-label={copyLabel} onClick={() => void copy()}>
        {t('options.hex.copyButton')}
      </Button>
      <span role="status">
        {outcome === 'copied' && t('common.copied')}
        {outcome === 'refused' && t('options.hex.copyFailed')}
      </span>
    </span>
  );
}
