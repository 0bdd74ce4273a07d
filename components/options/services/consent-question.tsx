import type { Consent } from '@/lib/domain/connection/service-consent.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { Button } from '../../shared/button.tsx';
import calloutStyles from '../../shared/callout.module.css';
import { change } from './service-actions.ts';

interface ConsentQuestionProps {
  service: ServiceSettings;
  consent: Exclude<Consent, 'none'>;
}

/** Asks once whether a service whose prices cannot be verified may replace another. */
export function ConsentQuestion({ service, consent }: ConsentQuestionProps) {
  return (
    <div className={calloutStyles.callout}>
      <p>{t(consent === 'unverified' ? 'services.consent.unverified' : 'services.consent.off')}</p>
      <Button onClick={() => void change(service.id, { mayMixUnverified: true })}>
        {t('services.consent.allowButton')}
      </Button>
    </div>
  );
}
