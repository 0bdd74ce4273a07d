import { useEffect, useId, useRef, useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { suggestedHistory } from '@/lib/domain/connection/history-services.ts';
import { serviceChoiceOf } from '@/lib/domain/connection/public-services.ts';
import { preferredService, serviceName } from '@/lib/domain/connection/service-list.ts';
import type { ConnectionSettings, ServiceSettings } from '@/lib/domain/settings.ts';
import { goLive } from '@/lib/pages/connection/go-live.ts';
import { activeService } from '@/lib/storage/values/failover.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import { ConnectionTest } from '../connection/connection-test.tsx';
import { ServiceField } from '../connection/service-field.tsx';
import { TokenField, TokenSteps } from '../connection/token-field.tsx';
import { useConnectionForm, type ConnectionFormState } from '../connection/use-connection-form.ts';
import { useConnectionTest } from '../connection/use-connection-test.ts';
import { Button } from '../shared/button.tsx';
import { Check } from '../shared/check.tsx';
import { CheckedForm } from '../shared/checked-form.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Logo } from '../shared/logo.tsx';
import { Message } from '../shared/message.tsx';
import styles from './welcome.module.css';

/** @param notCovered number of feeds on the watchlist that the access token does not cover */
type OnLive = (notCovered: number) => void;

interface GoLiveProps {
  /** Whether the token works, and the first prices are awaited. */
  isConnecting: boolean;
  onLive: OnLive;
}

/** Sets up the price service and its access token in one step. */
export function GoLiveView(props: GoLiveProps) {
  const list = useStored(priceServices);
  const active = useStored(activeService);
  // The service that prices come from, or that rejected its token.
  const service = list?.find(({ id }) => id === active?.id) ?? (list && preferredService(list));
  return (
    <>
      <Logo size={48} />
      <h1>{t('goLive.title')}</h1>
      <p className={styles.lead}>{t('goLive.intro')}</p>
      {service && <GoLiveForm key={service.id} saved={service} {...props} />}
    </>
  );
}

function GoLiveForm({ saved, isConnecting, onLive }: GoLiveProps & { saved: ServiceSettings }) {
  const id = useId();
  const token = useRef<HTMLInputElement>(null);
  const [sharesToken, setSharesToken] = useState(true);
  const form = useConnectionForm(saved);
  const { baseUrl } = form.draft;
  const test = useConnectionTest(form.check.service, async (service, signal) => {
    const outcome = await goLive(service, { serviceId: saved.id, sharesToken, signal });
    if (outcome.isLive) onLive(outcome.notCovered);
    else token.current?.focus();
    return outcome.report;
  });
  useEffect(() => token.current?.focus(), []);

  async function connect(): Promise<void> {
    const service = await form.attempt();
    if (service) await test.run(service);
  }

  return (
    <CheckedForm refusals={form.refusals} onSubmit={connect}>
      <TokenField
        form={form}
        ref={token}
        problem={form.saveState === 'not-allowed' ? t('token.notAllowed') : undefined}
        isRefused={test.state.phase === 'done' && test.state.report.remedy === 'access-token'}
        button={
          <Button
            type="submit"
            kind="primary"
            isDisabled={isConnecting || test.state.phase === 'running'}
          >
            {t(isConnecting ? 'connectionState.connecting' : 'welcome.service.connectButton')}
          </Button>
        }
      >
        <HistoryCheck form={form} shares={sharesToken} onChange={setSharesToken} />
        <ConnectionTest test={test} settings={form.check.service} isSaved={false} />
      </TokenField>
      <div className={styles.help}>
        <TokenSteps baseUrl={baseUrl} />
      </div>
      <ServiceChoice id={`${id}-url`} form={form} saved={saved} />
    </CheckedForm>
  );
}

interface HistoryCheckProps {
  form: ConnectionFormState;
  shares: boolean;
  onChange: (shares: boolean) => void;
}

/** Asks whether the operator's history service gets the access token too. Default: yes. */
function HistoryCheck({ form, shares, onChange }: HistoryCheckProps) {
  const { service } = form.check;
  const history = service && suggestedHistory(service);
  if (!history || form.draft.token.trim() === '') return null;
  const { origin } = new URL(history.baseUrl);
  if (origin === new URL(service.baseUrl).origin) return null;
  return (
    <Check checked={shares} onChange={onChange}>
      {t('history.tokenCheck', { origin })}
    </Check>
  );
}

interface ServiceChoiceProps {
  id: string;
  form: ConnectionFormState;
  saved: ConnectionSettings & { name: string };
}

/** Names the service, with a button to choose another one. */
function ServiceChoice({ id, form, saved }: ServiceChoiceProps) {
  const [isOpen, setOpen] = useState(serviceChoiceOf(saved.baseUrl) === 'own');
  if (isOpen) return <ServiceField id={id} form={form} />;
  const service = <bdi>{serviceName(saved)}</bdi>;
  return (
    <p className={styles.service}>
      <Message of="goLive.service" values={{ service }} />{' '}
      <Button kind="link" onClick={() => setOpen(true)}>
        {t('goLive.otherButton')}
      </Button>
    </p>
  );
}
