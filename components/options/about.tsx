import { useId, useState } from 'react';
import { readLicenses } from '@/lib/base/about/read-licenses.ts';
import { extensionVersion } from '@/lib/base/about/version.ts';
import { t } from '@/lib/base/locale/t.ts';
import { readReport } from '@/lib/pages/diagnostics/report.ts';
import { Button } from '../shared/button.tsx';
import { copyText } from '../shared/copy.tsx';
import { useRead } from '../shared/hooks/use-read.ts';
import styles from './about.module.css';

const TEXTS = [
  ['privacy', 'about.privacy.title'],
  ['licenses', 'about.software.title'],
] as const;
type Text = (typeof TEXTS)[number][0];

/** A line about the extension, below which two texts open. */
export function About() {
  const [shown, setShown] = useState<Text | null>(null);
  const id = useId();
  return (
    <footer id="about" className={styles.about}>
      <p className={styles.line}>
        <b>{t('about.app.version', { version: extensionVersion() })}</b>
        <a href="#welcome">{t('welcome.againLink')}</a>
        {TEXTS.map(([text, title]) => (
          <Button
            key={text}
            kind="link"
            aria-expanded={text === shown}
            aria-controls={id}
            onClick={() => setShown(text === shown ? null : text)}
          >
            {t(title)}
          </Button>
        ))}
        <Button
          title={t('diagnostics.hint')}
          onClick={() => void readReport().then((report) => copyText(report))}
        >
          {t('diagnostics.copyButton')}
        </Button>
      </p>
      <div id={id}>
        {shown === 'privacy' && <Privacy />}
        {shown === 'licenses' && <Licenses />}
      </div>
    </footer>
  );
}

const PROMISES = [
  'hint',
  'stored',
  'holdings',
  'sent',
  'history',
  'forwarding',
  'access',
  'removed',
] as const;

function Privacy() {
  return (
    <ul className={styles.points}>
      {PROMISES.map((promise) => (
        <li key={promise}>{t(`about.privacy.${promise}`)}</li>
      ))}
    </ul>
  );
}

/** A list of packages, which expand to show their licenses. */
function Licenses() {
  const packages = useRead('', () => readLicenses().catch(() => 'failed' as const));
  if (packages === 'failed') return <p role="alert">{t('common.partFailed')}</p>;
  return (
    <>
      <p>{t('about.app.license')}</p>
      <ul className={styles.packages} aria-busy={packages === undefined}>
        {packages?.map(({ name, version, license, text }) => (
          <li key={`${name} ${version}`}>
            <details>
              <summary>
                <bdi>{name}</bdi> <bdi>{`${version} · ${license}`}</bdi>
              </summary>
              <pre lang="en" dir="ltr" tabIndex={0} aria-label={name}>
                {text}
              </pre>
            </details>
          </li>
        ))}
      </ul>
    </>
  );
}
