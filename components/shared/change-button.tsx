import type { ComponentProps } from 'react';
import { listView } from '@/lib/storage/values/view.ts';
import styles from './change.module.css';
import { classNames } from './button.tsx';

/**
 * A change of a price. Pressed, all are shown as amounts, or in percent again. In a row, arrow keys
 * reach it; the menu of the period has the same switch.
 */
export function ChangeButton({ className = '', ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={classNames(styles.button, className)}
      onClick={() => void switchChanges()}
      {...props}
    />
  );
}

function switchChanges(): Promise<unknown> {
  return listView.update((view) => ({
    ...view,
    changeAs: view.changeAs === 'amount' ? 'percent' : 'amount',
  }));
}
