import { t } from '@/lib/base/locale/t.ts';
import { verifiedWords } from '@/lib/domain/prices/signer-words.ts';
import type { Proof, StoredPrice } from '@/lib/domain/prices/stored-price.ts';
import { signatures } from '@/lib/storage/values/settings.ts';
import { proofWords } from '@/lib/pages/words/proof-words.ts';
import { useFailedCheck } from '../../shared/hooks/use-failed-check.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';
import { ProofPanel } from './proof-panel.tsx';
import { usePanel } from '../panel.tsx';
import { Button } from '../../shared/button.tsx';
import styles from './proof-row.module.css';
import { Icon, SHAPES } from '../../shared/icons.tsx';

interface ProofRowProps {
  id: string;
  price: StoredPrice;
}

/** Whether the displayed price is verified, and a button that opens the proof. */
export function ProofRow({ id, price: { proof } }: ProofRowProps) {
  const panel = usePanel();
  const failure = useFailedCheck(id);
  const isOff = useStored(signatures) === 'off';
  const state = failure === null ? (proof?.state ?? 'off') : 'failed';
  return (
    <>
      <div
        className={styles.row}
        data-part="proof"
        data-state={state}
        role={state === 'failed' ? 'alert' : undefined}
      >
        <ShieldIcon state={state} />
        {failure === null && proof?.state === 'verified' ? (
          <p>{verifiedWords(proof)}</p>
        ) : (
          <p>
            <b>{t(`proof.state.${state}`)}</b>{' '}
            <span>
              {failure ?? (proof && briefWords(proof)) ?? t(isOff ? 'proof.off' : 'proof.next')}
            </span>
          </p>
        )}
        <Button {...panel.buttonProps} kind="link">
          {t('proof.openButton')}
        </Button>
      </div>
      {panel.isOpen && <ProofPanel id={id} panelId={panel.id} onClose={panel.close} />}
    </>
  );
}

/** Leaves out the chain and the address of an unknown source, which the proof shows. */
function briefWords(proof: Proof): string {
  const isUnknown = proof.state === 'unchecked' && proof.reason.code === 'unknown-emitter';
  return isUnknown ? t('proof.unknownSource') : proofWords(proof);
}

/** By verification state; `off`: signatures are not checked. */
const SHIELDS = {
  verified: SHAPES.checkedShield,
  unchecked: SHAPES.shield,
  failed: SHAPES.failedShield,
  off: SHAPES.shield,
};

/** A shield with a check mark if verified, or an exclamation mark if verification failed. */
export function ShieldIcon({ state }: { state: keyof typeof SHIELDS }) {
  return <Icon shapes={SHIELDS[state]} />;
}
