import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import {
  addressProblem,
  isUnencrypted,
  RECEIVER_KINDS,
  type Receiver,
  type ReceiverKind,
} from '@/lib/domain/forwarding/receiver.ts';
import { setReceiver, turnOnReceiver } from '@/lib/pages/alerts/forwarding.ts';
import { receiver } from '@/lib/storage/values/forwarding.ts';
import { SecretInput } from '../connection/secret-input.tsx';
import { Button } from '../shared/button.tsx';
import { Check } from '../shared/check.tsx';
import { CheckedForm } from '../shared/checked-form.tsx';
import { Message } from '../shared/message.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { SelectField } from '../shared/select-field.tsx';
import { Field, OptionRow } from '../shared/field.tsx';
import { TextField } from '../shared/text-field.tsx';
import formStyles from '../shared/form.module.css';
import { Fold } from './fold.tsx';
import styles from './options.module.css';

const NAMES: Record<Exclude<ReceiverKind, 'json'>, string> = {
  ntfy: 'ntfy',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
};

const EXAMPLES: Record<ReceiverKind, string> = {
  ntfy: 'https://ntfy.sh/…',
  slack: 'https://hooks.slack.com/services/…',
  discord: 'https://discord.com/api/webhooks/…',
  telegram: 'https://api.telegram.org/bot…/sendMessage',
  json: 'https://…',
};

/** Where notifications are sent in addition to this computer. */
export function ForwardingSettings() {
  const stored = useStored(receiver);
  if (!stored) return null;
  if (stored.isOn) return <TurnedOn stored={stored} />;
  return (
    <Fold title={t('forwarding.title')}>
      <p className={styles.hint}>{t('forwarding.hint')}</p>
      <ReceiverForm stored={stored} />
    </Fold>
  );
}

function TurnedOn({ stored }: { stored: Receiver }) {
  const host = <bdi dir="ltr">{new URL(stored.address).host}</bdi>;
  return (
    <OptionRow
      label={t('forwarding.title')}
      hint={t('forwarding.hint')}
      below={
        <p>
          <Message of="forwarding.isOn" values={{ host }} />
        </p>
      }
    >
      <Button onClick={() => void setReceiver({ ...stored, isOn: false })}>
        {t('forwarding.offButton')}
      </Button>
    </OptionRow>
  );
}

/** Edits a draft, which is stored when forwarding is turned on. */
function ReceiverForm({ stored }: { stored: Receiver }) {
  const [draft, setDraft] = useState(stored);
  const [isConfirmed, setConfirmed] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { kind, address, chat } = draft;
  const edit = (part: Partial<Receiver>): void => {
    setDraft({ ...draft, ...part });
    setProblem(null);
  };
  const refuse = (text: string): void => {
    setProblem(text);
    setRefusals(refusals + 1);
  };
  const turnOn = async (): Promise<void> => {
    const trimmed = { ...draft, address: address.trim(), chat: chat.trim(), isOn: true };
    const found = addressProblem(trimmed);
    if (found) return refuse(t(`forwarding.problem.${found}`));
    if (isUnencrypted(trimmed.address) && !isConfirmed) {
      return refuse(t('connection.http.unconfirmed'));
    }
    if (!(await turnOnReceiver(trimmed))) refuse(t('connection.access.denied'));
  };
  return (
    <CheckedForm refusals={refusals} onSubmit={turnOn}>
      <SelectField<ReceiverKind>
        label={t('forwarding.kind')}
        value={kind}
        options={RECEIVER_KINDS.map((each) => [
          each,
          each === 'json' ? t('forwarding.other') : NAMES[each],
        ])}
        onChange={(chosen) => edit({ kind: chosen })}
      />
      <AddressField draft={draft} problem={problem} onChange={edit} />
      {kind === 'telegram' && (
        <TextField
          label={t('forwarding.chat')}
          dir="ltr"
          value={chat}
          onChange={(text) => edit({ chat: text })}
        />
      )}
      {isUnencrypted(address) && (
        <Check checked={isConfirmed} onChange={setConfirmed}>
          {t('connection.http.confirm')}
        </Check>
      )}
      <div className={formStyles.actions}>
        <Button type="submit">{t('forwarding.onButton')}</Button>
      </div>
    </CheckedForm>
  );
}

interface AddressFieldProps {
  draft: Receiver;
  problem: string | null;
  onChange: (part: Partial<Receiver>) => void;
}

function AddressField({ draft, problem, onChange }: AddressFieldProps) {
  const { kind, address } = draft;
  const notes = { hint: t('forwarding.secret'), problem };
  return (
    <Field label={t('forwarding.address')} {...notes}>
      {(id) => (
        <SecretInput
          id={id}
          {...notes}
          inputMode="url"
          placeholder={EXAMPLES[kind]}
          value={address}
          onChange={(text) => onChange({ address: text })}
        />
      )}
    </Field>
  );
}
