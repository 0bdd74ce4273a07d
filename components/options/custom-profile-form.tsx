import { useId, useState } from 'react';
import {
  checkCustomProfile,
  type CustomProfile,
  type ProfileProblem,
} from '@/lib/signed-updates/custom-profile.ts';
import { resolveProfiles } from '@/lib/signed-updates/trust-settings.ts';
import { trustSettings } from '@/lib/storage/settings.ts';
import { FieldNotes, TextInput } from './text-field.tsx';

const FIELDS = [
  ['name', 'Name', 'What you call these signers.'],
  ['emitterChain', 'Emitter chain', 'A number, 26 for most services.'],
  ['emitterAddress', 'Emitter address', '64 hex digits.'],
  ['keys', 'Keys', 'Addresses of 40 hex digits in their order, one a line.'],
  ['quorum', 'Quorum', 'How many of them must sign.'],
  ['setIndex', 'Set number', 'As the updates name it, mostly 0.'],
] as const;

type Draft = Record<(typeof FIELDS)[number][0], string>;

const EMPTY: Draft = {
  name: '',
  emitterChain: '26',
  emitterAddress: '',
  keys: '',
  quorum: '',
  setIndex: '0',
};

/** Adds signers of the user's own; says at each field why it is refused. */
export function CustomProfileForm() {
  const id = useId();
  const [draft, setDraft] = useState(EMPTY);
  const [problems, setProblems] = useState<readonly ProfileProblem[]>([]);
  const [added, setAdded] = useState('');

  async function add(): Promise<void> {
    const profile = toProfile(draft);
    const { profiles } = resolveProfiles(await trustSettings.getValue());
    const result = checkCustomProfile(profile, profiles);
    if ('problems' in result) {
      setProblems(result.problems);
      setAdded('');
      return;
    }
    await trustSettings.update((before) => ({ ...before, custom: [...before.custom, profile] }));
    setDraft(EMPTY);
    setProblems([]);
    setAdded(profile.name);
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      {FIELDS.map(([field, label, hint]) => {
        const problem = problems.find((each) => each.field === field)?.message;
        return (
          <div className="field" key={field}>
            <label htmlFor={`${id}-${field}`}>{label}</label>
            <TextInput
              id={`${id}-${field}`}
              value={draft[field]}
              hint={hint}
              problem={problem}
              // Pasted from a list, one a line: an input of one line would join them.
              isLong={field === 'keys'}
              onChange={(value) => setDraft((before) => ({ ...before, [field]: value }))}
            />
            <FieldNotes id={`${id}-${field}`} hint={hint} problem={problem} />
          </div>
        );
      })}
      <div className="actions">
        <button type="submit">Add signers</button>
        <output className="hint">{added && `${added} is trusted from now on.`}</output>
      </div>
    </form>
  );
}

function toProfile(draft: Draft): CustomProfile & { keys: string[] } {
  return {
    name: draft.name.trim(),
    emitterChain: toInteger(draft.emitterChain),
    emitterAddress: draft.emitterAddress.trim(),
    keys: draft.keys.split(/[\s,]+/).filter((key) => key !== ''),
    quorum: toInteger(draft.quorum),
    setIndex: toInteger(draft.setIndex),
  };
}

// NaN is refused by the check, which says so at the field.
function toInteger(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
