import {
  addService,
  moveService,
  newService,
  removedService,
  removeService,
  restoreService,
  serviceName,
  updateService,
  type ServiceChange,
} from '@/lib/domain/connection/service-list.ts';
import { formatCount } from '@/lib/base/locale/format.ts';
import { t } from '@/lib/base/locale/t.ts';
import { priceServices } from '@/lib/storage/values/settings.ts';
import type { EditedService, ServiceSettings } from '@/lib/domain/settings.ts';
import { showPageNotice } from '../../shared/page-notice.ts';

/** @throws StorageWriteError */
export async function addToServices(edited: EditedService): Promise<void> {
  const service = newService(edited);
  await priceServices.update((list) => addService(list, service));
}

/** @throws StorageWriteError */
export async function change(id: string, part: ServiceChange): Promise<void> {
  await priceServices.update((list) => updateService(list, id, part));
}

/** Reports the new position, because a screen reader would not notice the move. */
export async function shift(service: ServiceSettings, by: 1 | -1): Promise<void> {
  const { id } = service;
  const { after: list } = await priceServices.update((before) =>
    moveService(before, id, before.findIndex((each) => each.id === id) + by),
  );
  const place = formatCount(list.findIndex((each) => each.id === id) + 1);
  const total = formatCount(list.length);
  const text = t('popup.notice.moved', { name: serviceName(service), place, total });
  showPageNotice({ text, undo: null });
}

export async function remove(service: ServiceSettings): Promise<void> {
  const removed = removedService(await priceServices.getValue(), service.id);
  await priceServices.update((list) => removeService(list, service.id));
  if (!removed) return;
  const undo = (): Promise<unknown> =>
    priceServices.update((list) => restoreService(list, removed));
  showPageNotice({ text: t('popup.notice.removed', { name: serviceName(service) }), undo });
}
