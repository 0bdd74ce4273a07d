import { isDeepEqual } from '@/lib/deep-equal.ts';
import type { CustomProfile } from '@/lib/signed-updates/custom-profile.ts';
import { resolveProfiles } from '@/lib/signed-updates/trust-settings.ts';
import { currentSet, quorumOf, type TrustProfile } from '@/lib/signed-updates/trust-profile.ts';
import { signatures, trustSettings, type Signatures } from '@/lib/storage/settings.ts';
import { useStored } from '../hooks/use-stored.ts';
import { AddedByYou } from './added-by-you.tsx';
import { CustomProfileForm } from './custom-profile-form.tsx';
import { Panel } from './panel.tsx';
import { RadioCards } from './radio-cards.tsx';
import { SetUpgradeForm } from './set-upgrade-form.tsx';
import { Check } from '../shared/check.tsx';
import { Button } from '../shared/button.tsx';
import controlStyles from '../shared/control.module.css';
import styles from './signatures-section.module.css';

const MODES: readonly { value: Signatures; title: string; line: string }[] = [
  { value: 'show', title: 'Show', line: 'Verify and mark every price' },
  {
    value: 'require',
    title: 'Require',
    line: 'What is not verified is greyed and kept from badge and alerts',
  },
  { value: 'off', title: 'Off', line: 'Do not look at signatures' },
];

/** How signatures are used, and which signers are trusted. */
export function SignaturesSection() {
  return (
    <>
      <Panel
        title="Signatures"
        hint="Prices come with the signatures of the network that made them. Pricelight checks them, so that the service in between cannot change a price."
      >
        <ModeField />
      </Panel>
      <Panel
        title="Trusted signers"
        hint="Who may sign. The emitter in an update decides which row it is judged by."
      >
        <ProfileList />
        <BetaField />
      </Panel>
      <Panel
        title="Add signers"
        hint="For a service of your own. Its operator tells you its emitter, its keys and how many of them must sign."
      >
        <CustomProfileForm />
      </Panel>
      <Panel
        title="Import a signer set upgrade"
        hint="When a network changes its signers, the current ones sign the new set. Paste that message as hex or base64; it is accepted only with their quorum."
      >
        <SetUpgradeForm />
      </Panel>
    </>
  );
}

function ModeField() {
  const mode = useStored(signatures);
  if (mode === undefined) return null;
  return (
    <RadioCards
      label="Signatures"
      cards={MODES.map(({ value, title, line }) => ({ value, title, lines: [line] }))}
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
      <ul className={styles.profiles} aria-label="Trusted signers">
        {profiles.map((profile) => {
          const draft = added.get(profile.id);
          return (
            <li key={profile.id}>
              <p>
                <b>{profile.name}</b> {draft && <AddedByYou />}
              </p>
              <span>{describeProfile(profile)}</span>
              {draft && <RemoveButton name={profile.name} draft={draft} />}
            </li>
          );
        })}
        {refused.map(({ name, problem, draft }, place) => (
          // Two profiles may have the same name, which is itself a reason to reject one.
          <li key={`${name} ${place}`}>
            <p>
              <b>{name}</b> <AddedByYou />
            </p>
            <p className={controlStyles.problem}>Not trusted: {problem}</p>
            <RemoveButton name={name} draft={draft} />
          </li>
        ))}
      </ul>
      {problems.map((problem) => (
        <p key={problem} className={controlStyles.problem}>
          {problem}
        </p>
      ))}
    </>
  );
}

function RemoveButton({ name, draft }: { name: string; draft: CustomProfile }) {
  return (
    <Button aria-label={`Remove ${name}`} onClick={() => void removeProfile(draft)}>
      Remove
    </Button>
  );
}

function describeProfile(profile: TrustProfile): string {
  const set = currentSet(profile);
  return `${quorumOf(profile, set)} of ${set.keys.length} must sign · set ${set.index} · emitter ${profile.emitterChain}/${profile.emitterAddress.slice(0, 8)}…`;
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
      Trust the beta network’s single signer in place of the Wormhole guardians
    </Check>
  );
}
