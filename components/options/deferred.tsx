import { lazy, Suspense, type ComponentType } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import panelStyles from './panel.module.css';

/** Loads a section when it is first shown. */
export function deferred(load: () => Promise<{ default: ComponentType }>): ComponentType {
  const Content = lazy(load);
  return function Deferred() {
    return (
      <Suspense fallback={<Loading />}>
        <Content />
      </Suspense>
    );
  };
}

function Loading() {
  return (
    <p className={panelStyles.hint} aria-busy>
      {t('options.loading')}
    </p>
  );
}
