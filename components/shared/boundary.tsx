import { Component, type ReactNode } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import styles from './boundary.module.css';

/** Shows an error message in place of a part that fails to render. */
export class Boundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles.failed} role="alert">
        <p>{t('common.partFailed')}</p>
        {/* The hash selects the view that failed. */}
        <button type="button" onClick={() => location.assign(location.pathname)}>
          {t('common.reloadButton')}
        </button>
      </div>
    );
  }
}
