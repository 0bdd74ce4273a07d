import type { Page } from 'puppeteer-core';

/** As it is stored: a price, or a gap. */
export interface StoredSample {
  id: string;
  at: number;
  gap?: string;
  trust?: string;
}

/** All samples of the price history, read by an extension page. */
export function storedSamples(page: Page): Promise<StoredSample[]> {
  return page.evaluate(readRecords);
}

/** Adds samples to the price history, which the worker has begun. */
export async function storeSamples(page: Page, records: StoredSample[]): Promise<void> {
  await page.evaluate(writeRecords, records);
}

// These run in the page, without access to this module.

async function readRecords(): Promise<StoredSample[]> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('history')) return [];
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('history');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const reading = opening.result.transaction('records').objectStore('records').getAll();
      reading.addEventListener('success', () => {
        opening.result.close();
        resolve(reading.result as StoredSample[]);
      });
    });
  });
}

function writeRecords(records: StoredSample[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('history');
    opening.addEventListener('error', () => reject(opening.error));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction('records', 'readwrite');
      for (const record of records) transaction.objectStore('records').put(record);
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}
