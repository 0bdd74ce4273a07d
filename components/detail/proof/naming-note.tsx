import { t } from '@/lib/base/locale/t.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { feedSymbol, shortId } from '@/lib/domain/prices/feed-name.ts';
import { claimedName } from '@/lib/domain/watchlist/naming.ts';
import { agreeToName } from '@/lib/pages/watchlist/watchlist.ts';
import { feedNamings } from '@/lib/storage/values/catalog.ts';
import calloutStyles from '../../shared/callout.module.css';
import { Button } from '../../shared/button.tsx';
import { useStored } from '../../shared/hooks/use-stored.ts';

/** What the service calls the feed now, or that the user has not confirmed its name yet. */
export function NamingNote({ id, attributes }: { id: string; attributes: FeedAttributes }) {
  const naming = useStored(feedNamings)?.[id];
  if (!naming || (naming.isConfirmed && !naming.claim)) return null;
  const { claim } = naming;
  const name = claim ? claimedName(id, claim, attributes) : feedSymbol(attributes, id);
  return (
    <section className={calloutStyles.callout} data-tone="warn" data-part="naming">
      <p dir="auto">{claim ? t('naming.claimed', { name }) : t('naming.byService')}</p>
      <p>{t(claim ? 'naming.claimedHint' : 'naming.byServiceHint', { id: shortId(id) })}</p>
      <Button onClick={() => void agreeToName(id)}>
        {t(claim ? 'naming.agreeButton' : 'naming.confirmButton', { name })}
      </Button>
    </section>
  );
}
