import { useState } from 'react';
import type { ImportedSigners } from '@/lib/export/backup/plan-part.ts';
import { formatCount } from '@/lib/locale/format.ts';
import { t } from '@/lib/locale/t.ts';
import { HexValue } from './hex-value.tsx';
import styles from './imported-signers.module.css';
import calloutStyles from './callout.module.css';

/** The signers that an import would add, with everything that determines what they can sign. */
export function ImportedSignersList({ signers }: { signers: readonly ImportedSigners[] }) {
  return (
    <section className={styles.signers} aria-label="Signers in this file">
      <p className={calloutStyles.callout} data-tone="warn">
        After the import, prices can be verified by these signers. Import them only if you trust
        whoever made this file.
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
        <dt>Quorum</dt>
        <dd>
          {quorum} of {keys.length} {keys.length === 1 ? 'signer' : 'signers'}
        </dd>
      </div>
      <div>
        <dt>Emitter</dt>
        <dd>
          Chain {emitterChain},{' '}
          <HexValue
            value={emitterAddress}
            copyLabel={t('options.hex.copyEmitterLabel', { name })}
          />
        </dd>
      </div>
      <div>
        <dt>Keys</dt>
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
      <summary>
        {keys.length} {keys.length === 1 ? 'key' : 'keys'}
      </summary>
      {/* Rendered on demand: a file may contain many profiles of 255 keys each. */}
      {isOpen && (
        <ol>
          {keys.map((key, place) => (
            <li key={key}>
              <HexValue
                value={key}
                copyLabel={t('options.hex.copySignerLabel', {
                  number: formatCount(place + 1),
                  name,
                })}
              />
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
