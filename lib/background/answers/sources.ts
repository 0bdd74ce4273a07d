import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Signatures } from '../../domain/settings.ts';
import type { FeedId } from '../../base/units.ts';
import type { Judge } from '../intake/judge.ts';
import type { Service } from '../connection/service.ts';
import { InquiryError } from '../../pages/inquiries.ts';

export interface AnswerSources {
  judge: Judge;
  signatures: () => Signatures;
  attributes: () => Readonly<Record<string, Record<string, string>>>;
  prices: ReadonlyMap<FeedId, StoredPrice>;
  /** `null` if there is no service to connect to. */
  connect: () => Promise<Service | null>;
}

/** @throws InquiryError if there is no service to connect to */
export async function connectedService({ connect }: AnswerSources): Promise<Service> {
  const service = await connect();
  if (!service) throw new InquiryError({ code: 'not-connected' });
  return service;
}
