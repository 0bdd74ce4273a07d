import { useId, useState } from 'react';
import { suggestedHistory } from '@/lib/domain/connection/history-services.ts';
import { storeFirstService } from '@/lib/pages/connection/first-service.ts';
import { t } from '@/lib/base/locale/t.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import type { ServiceSettings } from '@/lib/domain/settings.ts';
import { ConnectionTest } from '../connection/connection-test.tsx';
import { ServiceField } from '../connection/service-field.tsx';
import { TokenField, TokenHelp } from '../connection/token-field.tsx';
import {
  useConnectionForm,
  type ConnectionForm as Form,
} from '../connection/use-connection-form.ts';
import { Check } from '../shared/check.tsx';
import { useConnectionTest, type TestState } from '../connection/use-connection-test.ts';
import { CheckedForm } from '../shared/checked-form.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Button } from '../shared/button.tsx';
import formStyles from '../shared/form.module.css';
import { Step } from './step.tsx';
import { useConnected } from './use-connected.ts';

/** Where prices come from: the service and its access token, tested before they are stored. */
export function ServiceStep() {
  const saved = useStored(priceServices)?.[0];
  const isConnected = useConnected();
  return (
    <Step title={t('welcome.service.title')} isDone={isConnected}>
      {saved && <ServiceForm saved={saved} />}
    </Step>
  );
}

function ServiceForm({ saved }: { saved: ServiceSettings }) {
  const id = useId();
  const [isHistoryRefused, setHistoryRefused] = useState(false);
  const form = useConnectionForm(saved, (service) => storeFirstService(service, !isHistoryRefused));
  const test = useConnectionTest(form.check.service);

  async function connect(): Promise<void> {
    const service = form.attempt();
    if (!service) return test.refuse();
    const report = await test.run(service);
    if (report?.good) await form.save();
  }

  return (
    <CheckedForm refusals={form.refusals} onSubmit={connect}>
      <ServiceField id={`${id}-url`} form={form} />
      <TokenField
        id={`${id}-token`}
        value={form.draft.token}
        problem={form.problems?.token}
        onChange={form.setToken}
      >
        <TokenHelp state={test.state} />
        <HistoryCheck form={form} isRefused={isHistoryRefused} onRefuse={setHistoryRefused} />
      </TokenField>
      <ConnectionTest test={test} settings={form.check.service} isSaved={!form.isChanged} />
      <div className={formStyles.actions}>
        <Button type="submit" kind="primary" isDisabled={test.state.phase === 'running'}>
          {t('welcome.service.connectButton')}
        </Button>
        {hasFailed(test.state) && form.isChanged && (
          <Button onClick={() => void form.save()}>{t('welcome.service.saveAnywayButton')}</Button>
        )}
      </div>
    </CheckedForm>
  );
}

interface HistoryCheckProps {
  form: Form;
  isRefused: boolean;
  onRefuse: (isRefused: boolean) => void;
}

/** The operator's history service gets the access token too, unless the user says no. */
function HistoryCheck({ form, isRefused, onRefuse }: HistoryCheckProps) {
  const { draft, check } = form;
  const history = check.service && suggestedHistory(check.service);
  if (!history || draft.token.trim() === '') return null;
  const { origin } = new URL(history.baseUrl);
  if (origin === new URL(draft.baseUrl).origin) return null;
  return (
    <Check checked={!isRefused} onChange={(isOn) => onRefuse(!isOn)}>
      {t('history.tokenCheck', { origin })}
    </Check>
  );
}

function hasFailed(state: TestState): boolean {
  return state.phase === 'done' && !state.report.good;
}
