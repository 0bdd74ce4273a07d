import { NEWS } from '@/lib/base/about/news.ts';
import { extensionVersion } from '@/lib/base/about/version.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Licenses } from './licenses.tsx';
import { VersionNews } from '../shared/version-news.tsx';
import { Panel } from './panel.tsx';
import styles from './about-section.module.css';

/** What Pricelight does with data, its version, and the packages in it. */
export default function AboutSection() {
  return (
    <>
      <Panel title={t('about.privacy.title')} hint={t('about.privacy.hint')}>
        <ul className={styles.points}>
          <li>{t('about.privacy.stored')}</li>
          <li>{t('about.privacy.holdings')}</li>
          <li>{t('about.privacy.sent')}</li>
          <li>{t('about.privacy.redirected')}</li>
          <li>{t('about.privacy.access')}</li>
          <li>{t('about.privacy.removed')}</li>
        </ul>
      </Panel>
      <Panel title={t('app.name')} hint={t('about.app.version', { version: extensionVersion() })}>
        <p>{t('about.app.license')}</p>
      </Panel>
      <Panel title={t('news.title', { version: extensionVersion() })}>
        <VersionNews news={NEWS.slice(0, 1)} />
      </Panel>
      <Panel title={t('about.software.title')} hint={t('about.software.hint')}>
        <Licenses />
      </Panel>
    </>
  );
}
