import type { AssetTypeCount } from '@/lib/watchlist/search-catalogue.ts';
import './catalogue.css';

interface AssetTypeChipsProps {
  types: readonly AssetTypeCount[];
  /** Label of the chosen asset type; `null`: any. */
  value: string | null;
  onChange: (value: string | null) => void;
}

/** Filters a list of feeds by asset type. */
export function AssetTypeChips({ types, value, onChange }: AssetTypeChipsProps) {
  if (types.length < 2) return null;
  return (
    <div className="chips" role="group" aria-label="Asset type">
      <Chip label="Any" isOn={value === null} onPress={() => onChange(null)} />
      {types.map(({ label }) => (
        <Chip
          key={label}
          label={label}
          isOn={value === label}
          onPress={() => onChange(value === label ? null : label)}
        />
      ))}
    </div>
  );
}

function Chip({ label, isOn, onPress }: { label: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={isOn}
      // Keep the focus in the search field, so that its keys still work.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  );
}
