import { isDeepEqual } from '@/lib/base/deep-equal.ts';
import { joinSentences } from '@/lib/base/locale/sentences.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import type { CustomProfile } from '@/lib/domain/signed-updates/trust/custom-profile.ts';
import { signersName } from '@/lib/domain/signed-updates/trust/signers-name.ts';
import { profileProblemWords } from '@/lib/domain/signed-updates/trust/profile-problem-words.ts';
import {
  resolveProfiles,
  type RefusedProfile,
} from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import {
  currentSet,
  quorumOf,
  type TrustProfile,
} from '@/lib/domain/signed-updates/trust/trust-profile.ts';
import { upgradeWords } from '@/lib/domain/signed-updates/trust/upgrade-words.ts';
import { signatures, trustSettings } from '@/lib/storage/values/settings.ts';
import type { Signatures } from '@/lib/domain/settings.ts';
import { shortHex } from '@/lib/base/text/short-hex.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { CustomProfileForm } from './custom-profile-form.tsx';
import { OptionsPanel } from './panel.tsx';
import { RadioCards } from './radio-cards.tsx';
import { SetUpgradeForm } from './set-upgrade-form.tsx';
import { Check } from '../shared/check.tsx';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './signatures-section.module.css';

const MODES: readonly Signatures[] = ['show', 'require', 'off'];

export function SignaturesSection() {
  return (
    <>
      <OptionsPanel title={t('signatures.title')} hint={t('signatures.hint')}>
        <ModeField />
      </OptionsPanel>
      <OptionsPanel title={t('signers.title')} hint={t('signers.hint')}>
        <ProfileList />
        <BetaField />
      </OptionsPanel>
      <OptionsPanel title={t('signers.add.addButton')} hint={t('signers.add.hint')}>
        <CustomProfileForm />
      </OptionsPanel>
      <OptionsPanel title={t('signers.upgrade.title')} hint={t('signers.upgrade.hint')}>
        <SetUpgradeForm />
      </OptionsPanel>
    </>
  );
}

function ModeField() {
  const mode = useStored(signatures);
  if (mode === undefined) return null;
  return (
    <RadioCards
      label={t('signatures.title')}
      cards={MODES.map((value) => ({
        value,
        title: t(`signatures.mode.${value}.title`),
        lines: [t(`signatures.mode.${value}.hint`)],
      }))}
      value={mode}
      onChange={(value) => void signatures.setValue(value)}
    />
  );
}

function ProfileList() {
  const trust = useStored(trustSettings);
  if (!trust) return null;
  const { profiles, problems, added, refused } = resolveProfiles(trust);
  return (
    <>
      <ul className={styles.profiles} aria-label={t('signers.title')}>
        {profiles.map((profile) => {
          const draft = added.get(profile.id);
          return (
            <li key={profile.id}>
              <p>
                <b>
                  {draft
                    ? t('proof.ownSigners', { name: profile.name })
                    : signersName(profile.name)}
                </b>
              </p>
              <span>{describeProfile(profile)}</span>
              {draft && <RemoveButton name={profile.name} draft={draft} />}
            </li>
          );
        })}
        {refused.map((each, place) => (
          // Two profiles may have the same name, which is itself a reason to reject one.
          <RefusedSigners key={`${each.name} ${place}`} {...each} />
        ))}
      </ul>
      {problems.map(upgradeWords).map((text) => (
        <p key={text} className={controlStyles.problem}>
          {text}
        </p>
      ))}
    </>
  );
}

function RefusedSigners({ name, problems, draft }: RefusedProfile) {
  const shownName = name || t('signers.unnamed');
  const sentences = [t('signers.notTrusted'), ...problems.map(profileProblemWords)];
  return (
    <li>
      <p>
        <b>{t('proof.ownSigners', { name: shownName })}</b>
      </p>
      <p className={controlStyles.problem}>{joinSentences(sentences)}</p>
      <RemoveButton name={shownName} draft={draft} />
    </li>
  );
}

function RemoveButton({ name, draft }: { name: string; draft: CustomProfile }) {
  return (
    <Button
      aria-label={labelled(t('common.removeButton'), name)}
      onClick={() => void removeProfile(draft)}
    >
      {t('common.removeButton')}
    </Button>
  );
}

function describeProfile(profile: TrustProfile): string {
  const set = currentSet(profile);
  const required = String(quorumOf(profile, set));
  return [
    t('signers.required', { required, count: set.keys.length }),
    t('signers.set', { set: String(set.index) }),
    t('signers.emitter', {
      chain: String(profile.emitterChain),
      address: shortHex(profile.emitterAddress),
    }),
  ].join(' · ');
}

/** Compares whole profiles: names may be equal, and another window may have changed the order. */
async function removeProfile(draft: CustomProfile): Promise<void> {
  await trustSettings.update((trust) => ({
    ...trust,
    custom: trust.custom.filter((each) => !isDeepEqual(each, draft)),
  }));
}

function BetaField() {
  const trust = useStored(trustSettings);
  if (!trust) return null;
  return (
    <Check
      checked={trust.beta}
      onChange={(isOn) => void trustSettings.update((before) => ({ ...before, beta: isOn }))}
    >
      {t('signers.beta')}
    </Check>
  );
}
