import { useState } from 'react';
import darkPicture from '@/assets/welcome-dark.webp';
import lightPicture from '@/assets/welcome-light.webp';
import { t } from '@/lib/base/locale/t.ts';
import { appearance } from '@/lib/storage/values/settings.ts';
import { welcome } from '@/lib/storage/values/welcome.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import { Logo } from '../shared/logo.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { useHasConnected } from './use-connected.ts';
import styles from './welcome.module.css';

/** What opens after the install: what this is, and the setup. */
export default function WelcomePage() {
  const [isFinished, setFinished] = useState(false);
  const hasConnected = useHasConnected();
  const finish = (): void => {
    void welcome.setValue('done');
    if (hasConnected) setFinished(true);
    else location.hash = 'connection';
  };
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Logo size={40} />
        <h1>{t('welcome.title')}</h1>
        <p>{t('welcome.intro')}</p>
      </header>
      <Picture />
      <SetupSteps />
      <div className={styles.end}>
        <Button kind={hasConnected ? 'primary' : 'outlined'} onClick={finish}>
          {t(hasConnected ? 'welcome.doneButton' : 'welcome.skipButton')}
        </Button>
        <a href="#connection">{t('welcome.optionsLink')}</a>
        <p role="status">{isFinished && t('welcome.finished')}</p>
      </div>
    </main>
  );
}

function Picture() {
  const theme = useStored(appearance)?.theme ?? 'system';
  const alt = t('welcome.pictureLabel');
  const size = { width: 380, height: 456, className: styles.picture, alt };
  if (theme !== 'system')
    return <img src={theme === 'dark' ? darkPicture : lightPicture} {...size} />;
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={darkPicture} />
      <img src={lightPicture} {...size} />
    </picture>
  );
}
