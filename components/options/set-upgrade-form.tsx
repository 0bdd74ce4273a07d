import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { SignedUpdateError } from '@/lib/domain/signed-updates/errors.ts';
import { importSetUpgrade } from '@/lib/domain/signed-updates/trust/set-upgrade.ts';
import { signersName } from '@/lib/domain/signed-updates/trust/signers-name.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { upgradeWords } from '@/lib/domain/signed-updates/trust/upgrade-words.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';
import { TextField } from '../shared/text-field.tsx';
import { OptionRow } from '../shared/field.tsx';
import { CheckedForm } from '../shared/checked-form.tsx';
import { Button } from '../shared/button.tsx';
import formStyles from '../shared/form.module.css';

/** Accepts a signed message that replaces a network's signer set. */
export function SetUpgradeForm() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [done, setDone] = useState('');

  async function importUpgrade(): Promise<void> {
    setDone('');
    try {
      const trust = await trustSettings.getValue();
      const { profiles } = resolveProfiles(trust);
      const upgrade = importSetUpgrade(profiles, text);
      await trustSettings.update((before) => ({
        ...before,
        upgrades: [...before.upgrades, text.trim()],
      }));
      const profile = upgrade.profiles.find((each) => each.id === upgrade.profileId);
      setProblem(null);
      setText('');
      setDone(
        t('signers.upgrade.done', {
          name: signersName(profile?.name ?? ''),
          set: String(upgrade.setIndex),
        }),
      );
    } catch (error) {
      if (!(error instanceof SignedUpdateError)) throw error;
      setProblem(upgradeWords(error.problem));
      setRefusals((before) => before + 1);
    }
  }

  return (
    <CheckedForm refusals={refusals} onSubmit={importUpgrade}>
      <OptionRow label={t('signers.upgrade.title')} hint={t('signers.upgrade.hint')} />
      <TextField
        label={t('signers.upgrade.message')}
        isLong
        dir="ltr"
        value={text}
        problem={problem}
        onChange={setText}
      />
      <div className={formStyles.actions}>
        <Button type="submit">{t('signers.upgrade.title')}</Button>
        <output className={formStyles.status}>{done}</output>
      </div>
    </CheckedForm>
  );
}
