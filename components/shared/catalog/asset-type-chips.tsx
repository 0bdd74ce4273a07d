import { t } from '@/lib/base/locale/t.ts';
import { Chip } from '../chip.tsx';
import { ScrollStrip } from '../scroll-strip.tsx';
import styles from './catalog.module.css';

interface AssetTypeChipsProps {
  /** Labels. */
  types: readonly string[];
  /** `null`: any type. */
  value: string | null;
  onChange: (value: string | null) => void;
}

export function AssetTypeChips({ types, value, onChange }: AssetTypeChipsProps) {
  if (types.length < 2) return null;
  return (
    <ScrollStrip className={styles.strip}>
      <div className={styles.types} role="group" aria-label={t('popup.view.assetType')}>
        {types.map((label) => (
          <Chip
            key={label}
            isOn={value === label}
            // Keep the focus in the search field, so that its keys still work.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(value === label ? null : label)}
          >
            {label}
          </Chip>
        ))}
      </div>
    </ScrollStrip>
  );
}
