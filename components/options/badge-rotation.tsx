import { formatDuration } from '@/lib/base/locale/format-duration.ts';
import { t } from '@/lib/base/locale/t.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import type { BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { Check } from '../shared/check.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { SelectField } from './select-field.tsx';
import styles from './badge-rotation.module.css';

const SHOWS = ['price', 'change', 'both'] as const satisfies readonly BadgeView['shows'][];

const SECONDS: readonly number[] = [5, 10, 15, 30, 60];

/** Whether the badge shows price or change, and of which feeds in turn. */
export function BadgeRotation() {
  const view = useStored(badgeView);
  if (!view) return null;
  return (
    <Panel title={t('badgeOptions.view.title')} hint={t('badgeOptions.view.hint')}>
      <div className={styles.fields}>
        <SelectField
          label={t('badgeOptions.view.showsLabel')}
          value={view.shows}
          options={SHOWS.map((value) => ({ value, label: t(`badgeOptions.view.${value}`) }))}
          onChange={(value) => change({ shows: SHOWS.find((each) => each === value) ?? 'price' })}
        />
        <Check isSwitch checked={view.rotates} onChange={(rotates) => change({ rotates })}>
          {t('badgeOptions.view.rotates')}
        </Check>
        {view.rotates && <FeedsInTurn groupId={view.groupId} />}
        {(view.rotates || view.shows === 'both') && (
          <SelectField
            label={t('badgeOptions.view.everyLabel')}
            value={String(view.seconds)}
            options={[...new Set([...SECONDS, view.seconds])]
              .toSorted((a, b) => a - b)
              .map((seconds) => ({
                value: String(seconds),
                label: formatDuration(seconds, 'long'),
              }))}
            onChange={(value) => change({ seconds: Number(value) })}
          />
        )}
      </div>
    </Panel>
  );
}

function change(part: Partial<BadgeView>): void {
  void badgeView.update((before) => ({ ...before, ...part }));
}

const ALL = 'all';

function FeedsInTurn({ groupId }: Pick<BadgeView, 'groupId'>) {
  const list = useStored(groups) ?? [];
  const chosen = list.some(({ id }) => id === groupId) ? groupId : null;
  return (
    <SelectField
      label={t('badgeOptions.view.groupLabel')}
      value={chosen ?? ALL}
      options={[
        { value: ALL, label: t('badgeOptions.view.allFeeds') },
        ...list.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(value) => change({ groupId: value === ALL ? null : value })}
    />
  );
}
