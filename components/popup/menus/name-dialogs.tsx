import { useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/button.tsx';
import { CheckedForm } from '../../shared/checked-form.tsx';
import { closeDialog } from '../../shared/dialog.tsx';
import { SmallDialog } from '../../shared/small-dialog.tsx';
import { TextField } from '../../shared/text-field.tsx';
import styles from '../../shared/small-dialog.module.css';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { fitName, MAX_NAME } from '@/lib/base/text/fit-name.ts';
import { renameGroup } from '@/lib/pages/watchlist/groups.ts';
import { feedSymbol } from '@/lib/domain/prices/feed-name.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { MAX_GROUPS } from '@/lib/base/limits.ts';
import { groups, rowNames } from '@/lib/storage/values/view.ts';
import type { Group } from '@/lib/domain/watchlist/view.ts';
import { renameRow } from '@/lib/pages/watchlist/watchlist.ts';
import { useStored } from '../../shared/hooks/use-stored.ts';

interface DialogProps {
  onClose: () => void;
}

interface NewGroupDialogProps extends DialogProps {
  create: (name: string) => Promise<unknown>;
}

export function NewGroupDialog({ create, onClose }: NewGroupDialogProps) {
  const list = useStored(groups) ?? [];
  return (
    <NameDialog
      title={t('group.newTitle')}
      label={t('group.nameLabel')}
      action={t('common.createButton')}
      value=""
      problemOf={(name) =>
        list.length >= MAX_GROUPS
          ? t('common.full', { limit: formatCount(MAX_GROUPS) })
          : problemOfGroupName(name, list, null)
      }
      onDone={create}
      onClose={onClose}
    />
  );
}

export function RenameGroupDialog({ groupId, onClose }: DialogProps & { groupId: string }) {
  const list = useStored(groups) ?? [];
  const group = list.find(({ id }) => id === groupId);
  if (!group) return null;
  return (
    <NameDialog
      title={t('row.rename.title', { name: group.name })}
      label={t('group.nameLabel')}
      action={t('common.renameButton')}
      value={group.name}
      problemOf={(name) => problemOfGroupName(name, list, groupId)}
      onDone={(name) => renameGroup(groupId, name)}
      onClose={onClose}
    />
  );
}

export function RenameRowDialog({ id, onClose }: DialogProps & { id: string }) {
  const known = useStored(followedFeeds);
  const names = useStored(rowNames);
  if (!known || !names) return null;
  const symbol = feedSymbol(known[id], id);
  const own = names[id];
  return (
    <NameDialog
      title={t('row.rename.title', { name: own ?? symbol })}
      label={t('row.rename.label')}
      hint={t('row.rename.hint', { symbol })}
      action={t('common.renameButton')}
      value={own ?? symbol}
      reset={
        own === undefined ? undefined : { label: t('row.rename.reset', { symbol }), value: '' }
      }
      problemOf={() => null}
      // The feed's own symbol does not count as a display name.
      onDone={(name) => renameRow(id, fitName(name) === symbol ? null : name)}
      onClose={onClose}
    />
  );
}

function problemOfGroupName(
  name: string,
  list: readonly Group[],
  ownId: string | null,
): string | null {
  const fitted = fitName(name);
  if (fitted === '') return t('common.nameMissing');
  const isTaken = list.some((group) => group.id !== ownId && group.name === fitted);
  return isTaken || fitted === t('group.all') ? t('group.problem.taken', { name: fitted }) : null;
}

interface NameDialogProps {
  title: string;
  label: string;
  hint?: string;
  action: string;
  value: string;
  /** Button that resets the name to a default, if there is one. */
  reset?: { label: string; value: string } | undefined;
  /** Why a name is not allowed; `null` if it is. */
  problemOf: (name: string) => string | null;
  onDone: (name: string) => Promise<unknown>;
  onClose: () => void;
}

function NameDialog(props: NameDialogProps) {
  const { title, label, hint, action, value, reset, problemOf, onDone, onClose } = props;
  const [name, setName] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const field = useRef<HTMLInputElement>(null);

  // After the dialog has opened: its effect runs first.
  useEffect(() => field.current?.select(), []);

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const nameProblem = problemOf(name);
    setProblem(nameProblem);
    if (nameProblem !== null) return setRefusals(refusals + 1);
    await onDone(name);
    closeDialog(form);
  };

  return (
    <SmallDialog title={title} onClose={onClose}>
      <CheckedForm refusals={refusals} onSubmit={submit}>
        <TextField
          ref={field}
          label={label}
          hint={hint}
          problem={problem}
          maxLength={MAX_NAME}
          value={name}
          onChange={(typed) => {
            setName(typed);
            setProblem(null);
          }}
        />
        <div className={styles.buttons}>
          {reset && <ResetButton {...reset} onDone={onDone} />}
          <Button kind="plain" onClick={(event) => closeDialog(event.currentTarget)}>
            {t('common.cancelButton')}
          </Button>
          <Button type="submit" kind="primary">
            {action}
          </Button>
        </div>
      </CheckedForm>
    </SmallDialog>
  );
}

interface ResetButtonProps extends Pick<NameDialogProps, 'onDone'> {
  label: string;
  value: string;
}

function ResetButton({ label, value, onDone }: ResetButtonProps) {
  return (
    <Button
      kind="link"
      className={styles.extra}
      onClick={({ currentTarget }) => {
        void onDone(value).then(() => closeDialog(currentTarget));
      }}
    >
      {label}
    </Button>
  );
}
