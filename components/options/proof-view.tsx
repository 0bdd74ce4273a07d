import { t } from '@/lib/base/locale/t.ts';
import type { NotSignedText, ProofText } from '@/lib/pages/proofs/proof-text.ts';
import { Term, Terms } from '../shared/terms.tsx';
import styles from './check-file-section.module.css';

/** The verdict on one file. */
export type FileCheck = { fileName: string } & FileResult;

export type FileResult =
  | { state: 'checking' }
  /** It could not be read, checked or shown. */
  | { state: 'damaged' }
  | { state: 'checked'; text: ProofText };

/** The verdict first, then what it is about. */
export function ProofView({ check }: { check: FileCheck }) {
  if (check.state === 'checking') return <p>{t('options.loading')}</p>;
  const text = check.state === 'checked' ? check.text : null;
  const verdict = text?.verdict ?? 'damaged';
  return (
    <>
      <section className={styles.verdict} data-verdict={verdict}>
        <p className={styles.word}>{t(`proofFile.verdict.${verdict}`)}</p>
        {text && text.claim !== '' && (
          <p className={styles.claim}>
            <bdi>{text.claim}</bdi>
          </p>
        )}
        <p>{t(`proofFile.verdict.${verdict}Text`)}</p>
        {text?.remarks.map((remark) => (
          <p key={remark}>{remark}</p>
        ))}
        <small>
          <bdi>{check.fileName}</bdi>
        </small>
      </section>
      {text && <SignedPart text={text} />}
      {text?.notSigned && <NotSignedPart notSigned={text.notSigned} />}
    </>
  );
}

function SignedPart({ text: { signers, prices, bytes } }: { text: ProofText }) {
  if (prices.length === 0) return null;
  return (
    <section data-part="signed">
      {signers.map((words) => (
        <p key={words}>{words}</p>
      ))}
      <ol className={styles.list}>
        {prices.map(({ place, name, figure, time, id }) => (
          <li key={place}>
            <span>
              <span dir="ltr">{place}</span> <bdi>{name}</bdi>
            </span>
            <b dir="ltr">{figure}</b>
            <small>{time}</small>
            <small dir="ltr">{id}</small>
          </li>
        ))}
      </ol>
      <details>
        <summary>{t('export.update.bytes')}</summary>
        <pre dir="ltr" tabIndex={0} aria-label={t('export.update.bytes')}>
          {bytes.join('\n')}
        </pre>
      </details>
    </section>
  );
}

function NotSignedPart({ notSigned: { facts, lines } }: { notSigned: NotSignedText }) {
  return (
    <section data-part="not-signed">
      <h4>{t('proofFile.notSigned')}</h4>
      <p className={styles.hint}>{t('proofFile.notSignedHint')}</p>
      {lines.length > 0 && (
        <ol className={styles.list}>
          {lines.map(({ name, calculation, value }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines of a file never move
            <li key={index}>
              <bdi>{name}</bdi>
              <b dir="ltr">{value}</b>
              <small dir="ltr">{calculation}</small>
            </li>
          ))}
        </ol>
      )}
      <Terms>
        {facts.map(([label, text]) => (
          <Term key={label} name={label}>
            <bdi>{text}</bdi>
          </Term>
        ))}
      </Terms>
    </section>
  );
}
