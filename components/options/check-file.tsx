import { useEffect, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import type { FeedId } from '@/lib/base/units.ts';
import { checkFile } from '@/lib/pages/proofs/check-file.ts';
import { proofText, type NotSignedText, type ProofText } from '@/lib/pages/proofs/proof-text.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { Term, Terms } from '../shared/terms.tsx';
import { FileField } from './file-field.tsx';
import styles from './check-file.module.css';

/** Checks a proof file with the extension's own verifier. */
export function CheckFile() {
  const { check, start } = useFileCheck();
  return (
    <FileField
      id="check-file"
      label={t('checkFile.title')}
      hint={t('checkFile.hint')}
      accept=".json,.bin,.txt"
      problem={null}
      onFile={(file) => void start(file)}
    >
      <div className={styles.result} role="status" aria-label={t('proof.title')}>
        {check && <ProofView check={check} />}
      </div>
    </FileField>
  );
}

/** Another file replaces the verdict at once, and the result of an earlier one is ignored. */
function useFileCheck() {
  const [check, setCheck] = useState<FileCheck | null>(null);
  const running = useRef<AbortController>(null);
  const nameOf = useFeedNames();
  useEffect(() => () => running.current?.abort(), []);

  const start = async (file: File): Promise<void> => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    const fileName = file.name;
    setCheck({ fileName, state: 'checking' });
    const next = await readCheck(file, signal, nameOf);
    if (!signal.aborted) setCheck({ fileName, ...next });
  };

  return { check, start };
}

async function readCheck(
  file: File,
  signal: AbortSignal,
  nameOf: (id: FeedId) => string,
): Promise<FileResult> {
  try {
    return { state: 'checked', text: proofText(await checkFile(file, signal), nameOf) };
  } catch (error) {
    if (!signal.aborted) console.error(error);
    return { state: 'damaged' };
  }
}

/** The verdict on one file. */
type FileCheck = { fileName: string } & FileResult;

type FileResult =
  | { state: 'checking' }
  /** It could not be read, checked or shown. */
  | { state: 'damaged' }
  | { state: 'checked'; text: ProofText };

/** The verdict first, then what it is about. */
function ProofView({ check }: { check: FileCheck }) {
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
      <h3>{t('proofFile.notSigned')}</h3>
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
