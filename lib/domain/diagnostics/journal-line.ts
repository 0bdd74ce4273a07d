import type { JournalEvent } from './journal-event.ts';

/** For developers, so in no language: `stream-opened feedCount=2 isLean=false`. */
export function journalLine({ kind, ...facts }: JournalEvent): string {
  const parts = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [kind, ...parts].join(' ');
}
