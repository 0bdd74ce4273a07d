import type { StoredPrice } from '../../domain/prices/stored-price.ts';
import type { Signatures } from '../../domain/settings.ts';
import type { FeedId } from '../../base/units.ts';
import type { Judge } from '../intake/judge.ts';
import type { Service } from '../connection/service.ts';
import { InquiryError } from '../../pages/inquiries.ts';

/** What answers are made from. */
export interface AnswerSources {
  judge: Judge;
  signatures: () => Signatures;
  /** Attributes of the feeds on the watchlist, by feed id. */
  attributes: () => Readonly<Record<string, Record<string, string>>>;
  /** Latest prices as stored, by feed id. */
  prices: ReadonlyMap<FeedId, StoredPrice>;
  /** Connects as the settings say; `null` if there is no service to connect to. */
  connect: () => Promise<Service | null>;
}

/** @throws InquiryError if there is no service to connect to */
export async function connectedService({ connect }: AnswerSources): Promise<Service> {
  const service = await connect();
  if (!service) throw new InquiryError({ code: 'not-connected' });
  return service;
}
