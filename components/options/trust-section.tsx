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
  type TrustSettings,
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
import { Fold } from './fold.tsx';
import { RadioCards } from './radio-cards.tsx';
import { SetUpgradeForm } from './set-upgrade-form.tsx';
import { SwitchField } from '../shared/check.tsx';
import { OptionRow } from '../shared/field.tsx';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import { StakeCaps } from './stake-caps.tsx';

const MODES: readonly Signatures[] = ['show', 'require', 'off'];

export function TrustSection() {
  const mode = useStored(signatures);
  const trust = useStored(trustSettings);
  return (
    <>
      <OptionRow
        label={t('signatures.title')}
        hint={t('signatures.hint')}
        below={
          mode !== undefined && (
            <RadioCards
              label={t('signatures.title')}
              cards={MODES.map((value) => ({
                value,
                title: t(`signatures.mode.${value}.title`),
                line: t(`signatures.mode.${value}.hint`),
              }))}
              value={mode}
              onChange={(value) => void signatures.setValue(value)}
            />
          )
        }
      />
      <OptionRow
        label={t('signers.title')}
        hint={t('signers.hint')}
        below={trust && <ProfileList trust={trust} />}
      />
      <Fold title={t('options.advancedLabel')}>
        {trust && (
          <SwitchField
            label={t('signers.beta')}
            checked={trust.beta}
            onChange={(beta) => void trustSettings.update((before) => ({ ...before, beta }))}
          />
        )}
        <CustomProfileForm />
        <SetUpgradeForm />
        <StakeCaps />
      </Fold>
    </>
  );
}

function ProfileList({ trust }: { trust: TrustSettings }) {
  const { profiles, problems, added, refused } = resolveProfiles(trust);
  return (
    <div>
      <ul aria-label={t('signers.title')}>
        {profiles.map((profile) => {
          const draft = added.get(profile.id);
          const name = draft
            ? t('proof.ownSigners', { name: profile.name })
            : signersName(profile.name);
          return (
            <li key={profile.id}>
              <OptionRow label={name} hint={describeProfile(profile)}>
                {draft && <RemoveButton name={profile.name} draft={draft} />}
              </OptionRow>
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
    </div>
  );
}

function RefusedSigners({ name, problems, draft }: RefusedProfile) {
  const shownName = name || t('signers.unnamed');
  const sentences = [t('signers.notTrusted'), ...problems.map(profileProblemWords)];
  return (
    <li>
      <OptionRow
        label={t('proof.ownSigners', { name: shownName })}
        problem={joinSentences(sentences)}
      >
        <RemoveButton name={shownName} draft={draft} />
      </OptionRow>
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
    // No line begins with the dot.
  ].join('\u00a0· ');
}

/** Compares whole profiles: names may be equal, and another window may have changed the order. */
async function removeProfile(draft: CustomProfile): Promise<void> {
  await trustSettings.update((trust) => ({
    ...trust,
    custom: trust.custom.filter((each) => !isDeepEqual(each, draft)),
  }));
}
