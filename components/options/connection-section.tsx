import { t } from '@/lib/locale/t.ts';
import { storeFirstService } from '@/lib/connection/first-service.ts';
import { priceServices } from '@/lib/storage/settings.ts';
import { useStored } from '../hooks/use-stored.ts';
import { BackgroundUpdatesPanel } from './background-updates.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { Panel } from './panel.tsx';

/** The price service and background updates. */
export function ConnectionSection() {
  const saved = useStored(priceServices)?.[0];
  return (
    <>
      <Panel title={t('connection.service.title')} hint={t('connection.service.hint')}>
        {saved && <ConnectionForm saved={saved} onSave={storeFirstService} />}
      </Panel>
      <BackgroundUpdatesPanel />
    </>
  );
}
