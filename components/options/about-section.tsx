import { newsUntil } from '@/lib/base/about/news.ts';
import { extensionVersion } from '@/lib/base/about/version.ts';
import { t } from '@/lib/base/locale/t.ts';
import { readReport } from '@/lib/pages/diagnostics/report.ts';
import { Button } from '../shared/button.tsx';
import { copyText } from '../shared/copy.tsx';
import { useRead } from '../shared/hooks/use-read.ts';
import { NewsPoints } from '../shared/version-news.tsx';
import { OptionsPanel } from './panel.tsx';
import styles from './about-section.module.css';
import { readLicenses } from '@/lib/base/about/read-licenses.ts';

export default function AboutSection() {
  return (
    <>
      <OptionsPanel title={t('about.privacy.title')} hint={t('about.privacy.hint')}>
        <ul className={styles.points}>
          <li>{t('about.privacy.stored')}</li>
          <li>{t('about.privacy.holdings')}</li>
          <li>{t('about.privacy.sent')}</li>
          <li>{t('about.privacy.history')}</li>
          <li>{t('about.privacy.forwarding')}</li>
          <li>{t('about.privacy.access')}</li>
          <li>{t('about.privacy.removed')}</li>
        </ul>
      </OptionsPanel>
      <OptionsPanel
        title={t('app.name')}
        hint={t('about.app.version', { version: extensionVersion() })}
      >
        <p>{t('about.app.license')}</p>
      </OptionsPanel>
      <OptionsPanel title={t('diagnostics.title')} hint={t('diagnostics.hint')}>
        <Button onClick={() => void readReport().then((report) => copyText(report))}>
          {t('diagnostics.copyButton')}
        </Button>
      </OptionsPanel>
      <OptionsPanel title={t('news.title', { version: extensionVersion() })}>
        <NewsPoints news={newsUntil(extensionVersion()).slice(0, 1)} />
      </OptionsPanel>
      <OptionsPanel title={t('about.software.title')}>
        <Licenses />
      </OptionsPanel>
    </>
  );
}

/** A list of packages, which expand to show their licenses. */
function Licenses() {
  const packages = useRead('', () => readLicenses().catch(() => 'failed' as const));
  if (packages === 'failed') return <p role="alert">{t('common.partFailed')}</p>;
  return (
    <ul className={styles.packages} aria-busy={packages === undefined}>
      {packages?.map(({ name, version, license, text }) => (
        <li key={`${name} ${version}`}>
          <details>
            <summary>
              <bdi>{name}</bdi> <bdi className={styles.license}>{`${version} · ${license}`}</bdi>
            </summary>
            <pre lang="en" dir="ltr" tabIndex={0} aria-label={name}>
              {text}
            </pre>
          </details>
        </li>
      ))}
    </ul>
  );
}
