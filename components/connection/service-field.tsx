import { useState } from 'react';
import {
  PUBLIC_SERVICES,
  serviceChoiceOf,
  type ServiceChoice,
} from '@/lib/domain/connection/public-services.ts';
import { t } from '@/lib/base/locale/t.ts';
import { Segments } from '../shared/segments.tsx';
import { BaseUrlField } from './base-url-field.tsx';
import { SecretsQuestion } from './secrets-question.tsx';
import styles from './service-field.module.css';
import type { ConnectionFormState } from './use-connection-form.ts';

/** Chooses a known service, or the base URL of another one. */
export function ServiceField({ id, form }: { id: string; form: ConnectionFormState }) {
  const { baseUrl } = form.draft;
  const [choice, setChoice] = useState<ServiceChoice>(serviceChoiceOf(baseUrl));
  const choose = (chosen: ServiceChoice): void => {
    setChoice(chosen);
    form.setBaseUrl(chosen === 'own' ? '' : PUBLIC_SERVICES[chosen]);
  };
  return (
    <div className={styles.choice}>
      <Segments
        label={t('connection.service.title')}
        value={choice}
        options={[
          ['public', new URL(PUBLIC_SERVICES.public).host],
          ['newer', new URL(PUBLIC_SERVICES.newer).host],
          ['own', t('welcome.service.own')],
        ]}
        onChange={choose}
      />
      {choice === 'own' ? (
        <BaseUrlField id={id} form={form} />
      ) : (
        <>
          <p className={styles.known}>{t('welcome.service.text')}</p>
          <SecretsQuestion form={form} />
        </>
      )}
    </div>
  );
}
