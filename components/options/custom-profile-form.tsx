import { useState } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import {
  checkCustomProfile,
  type CustomProfile,
} from '@/lib/domain/signed-updates/trust/custom-profile.ts';
import { fitProfileName } from '@/lib/domain/signed-updates/trust/profile-name.ts';
import type { ProfileProblem } from '@/lib/domain/signed-updates/trust/profile-problem.ts';
import { profileProblemWords } from '@/lib/domain/signed-updates/trust/profile-problem-words.ts';
import { resolveProfiles } from '@/lib/domain/signed-updates/trust/trust-settings.ts';
import { trustSettings } from '@/lib/storage/values/settings.ts';
import { TextField } from '../shared/text-field.tsx';
import { OptionRow } from '../shared/field.tsx';
import { CheckedForm } from '../shared/checked-form.tsx';
import { Button } from '../shared/button.tsx';
import formStyles from '../shared/form.module.css';

const FIELDS = ['name', 'emitterChain', 'emitterAddress', 'keys', 'quorum', 'setIndex'] as const;

const LABELS = {
  name: 'popup.view.name',
  emitterChain: 'proof.emitterChain',
  emitterAddress: 'proof.emitterAddress',
  keys: 'signers.add.keys.label',
  quorum: 'proof.quorum',
  setIndex: 'proof.signerSet',
} as const;

type Draft = Record<(typeof FIELDS)[number], string>;

const EMPTY: Draft = {
  name: '',
  emitterChain: '26',
  emitterAddress: '',
  keys: '',
  quorum: '',
  setIndex: '0',
};

/** Shows each problem at its field. */
export function CustomProfileForm() {
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [added, setAdded] = useState('');

  async function add(): Promise<void> {
    const profile = toProfile(draft);
    const found = await store(profile);
    setProblems(found);
    if (found.length > 0) {
      setRefusals((before) => before + 1);
      setAdded('');
      return;
    }
    setDraft(EMPTY);
    setAdded(profile.name);
  }

  return (
    <CheckedForm refusals={refusals} onSubmit={add}>
      <OptionRow label={t('signers.add.addButton')} hint={t('signers.add.hint')} />
      {FIELDS.map((field) => {
        const problem = problems.find((each) => each.field === field);
        return (
          <TextField
            key={field}
            label={t(LABELS[field])}
            value={draft[field]}
            dir={field === 'name' ? 'auto' : 'ltr'}
            hint={
              field === 'name' || field === 'quorum' ? undefined : t(`signers.add.${field}.hint`)
            }
            problem={problem && profileProblemWords(problem)}
            // Keys are often pasted one per line. A single-line input would join them.
            isLong={field === 'keys'}
            onChange={(value) => setDraft((before) => ({ ...before, [field]: value }))}
          />
        );
      })}
      <div className={formStyles.actions}>
        <Button type="submit">{t('signers.add.addButton')}</Button>
        <output className={formStyles.status}>
          {added && t('signers.add.added', { name: added })}
        </output>
      </div>
    </CheckedForm>
  );
}

/** Another window may have added the same profile. */
async function store(profile: CustomProfile & { keys: string[] }): Promise<ProfileProblem[]> {
  let problems: ProfileProblem[] = [];
  await trustSettings.update((before) => {
    const result = checkCustomProfile(profile, resolveProfiles(before).profiles);
    if ('profile' in result) return { ...before, custom: [...before.custom, profile] };
    ({ problems } = result);
    return before;
  });
  return problems;
}

function toProfile(draft: Draft): CustomProfile & { keys: string[] } {
  return {
    name: fitProfileName(draft.name),
    emitterChain: toInteger(draft.emitterChain),
    emitterAddress: draft.emitterAddress.trim(),
    keys: draft.keys.split(/[\s,]+/).filter((key) => key !== ''),
    quorum: toInteger(draft.quorum),
    setIndex: toInteger(draft.setIndex),
  };
}

// Returns NaN for other text, which the check rejects.
function toInteger(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
