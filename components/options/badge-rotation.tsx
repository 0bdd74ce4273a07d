import { t } from '@/lib/base/locale/t.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import type { BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { groups } from '@/lib/storage/values/view.ts';
import { Check } from '../shared/check.tsx';
import { useStored } from '../shared/hooks/use-stored.ts';
import { Panel } from './panel.tsx';
import { durationOptions, SelectField } from '../shared/select-field.tsx';
import styles from './badge-rotation.module.css';

const SHOWS: readonly BadgeView['shows'][] = ['price', 'change', 'both'];

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
          options={SHOWS.map((value) => [value, t(`badgeOptions.view.${value}`)] as const)}
          onChange={(shows) => change({ shows })}
        />
        <Check isSwitch checked={view.rotates} onChange={(rotates) => change({ rotates })}>
          {t('badgeOptions.view.rotates')}
        </Check>
        {view.rotates && <FeedsInTurn groupId={view.groupId} />}
        {(view.rotates || view.shows === 'both') && (
          <SelectField
            label={t('badgeOptions.view.everyLabel')}
            value={view.seconds}
            options={durationOptions(SECONDS, view.seconds)}
            onChange={(seconds) => change({ seconds })}
          />
        )}
      </div>
    </Panel>
  );
}

function change(part: Partial<BadgeView>): void {
  void badgeView.update((before) => ({ ...before, ...part }));
}

function FeedsInTurn({ groupId }: Pick<BadgeView, 'groupId'>) {
  const list = useStored(groups) ?? [];
  const chosen = list.some(({ id }) => id === groupId) ? groupId : null;
  return (
    <SelectField
      label={t('badgeOptions.view.groupLabel')}
      value={chosen}
      options={[
        [null, t('badgeOptions.view.allFeeds')],
        ...list.map(({ id, name }) => [id, name] as const),
      ]}
      onChange={(id) => change({ groupId: id })}
    />
  );
}
