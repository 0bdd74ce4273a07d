import { Segments } from '../shared/segments.tsx';
import styles from './picture-form.module.css';

interface PictureChoiceProps<T extends string | number> {
  label: string;
  options: readonly (readonly [value: T, words: string])[];
  value: T;
  onChange: (value: T) => void;
}

/** A labeled choice between a few options. */
export function PictureChoice<T extends string | number>(props: PictureChoiceProps<T>) {
  return (
    <div className={styles.choice}>
      <span aria-hidden="true">{props.label}</span>
      <Segments {...props} />
    </div>
  );
}
