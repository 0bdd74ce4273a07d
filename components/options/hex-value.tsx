import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { shortHex } from '@/lib/base/text/short-hex.ts';
import { Button } from '../shared/button.tsx';
import styles from './imported-signers.module.css';

interface HexValueProps {
  value: string;
  /** The button's name, which says what it copies. */
  copyLabel: string;
}

/** A long hex value, shortened in the middle, with a button that copies it in full. */
export function HexValue({ value, copyLabel }: HexValueProps) {
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
