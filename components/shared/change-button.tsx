import type { ComponentProps } from 'react';
import { listView } from '@/lib/storage/values/view.ts';
import styles from './change.module.css';
import { classNames } from './button.tsx';

/**
 * A price change. Pressing it shows all changes as amounts, or in percent again, as the switch in
 * the period's menu does. In a row, arrow keys reach it.
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
