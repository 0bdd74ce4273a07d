import { plainText } from '@/lib/text/plain-text.ts';
import type { FeedAttributes } from '@/lib/prices/attributes.ts';
import { NotGiven, Term, Terms } from './figure-terms.tsx';
import { Section } from './section.tsx';
import styles from './section.module.css';

const NAME_LIMIT = 80;
const VALUE_LIMIT = 2_000;
const MAX_SHOWN = 200;

/** All attributes that the service sends for a feed, shown as plain text only. */
export function Attributes({ id, attributes }: { id: string; attributes: FeedAttributes }) {
  const entries = Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Section title="Attributes">
      <Terms isForeign>
        <Term name="Feed id">
          <code>{id}</code>
        </Term>
        {entries.slice(0, MAX_SHOWN).map(([name, value]) => (
          <Term key={name} name={plainText(name, NAME_LIMIT) || '(no name)'}>
            {plainText(value, VALUE_LIMIT) || <NotGiven words="empty" />}
          </Term>
        ))}
      </Terms>
      {entries.length === 0 && (
        <p className={styles.hint}>The service tells nothing else of this feed.</p>
      )}
      {entries.length > MAX_SHOWN && (
        <p className={styles.hint}>{entries.length - MAX_SHOWN} more are not shown.</p>
      )}
    </Section>
  );
}
