import { Fragment, type ReactNode } from 'react';
import { offerDetail, offerTitle, type OfferNames } from '@/lib/domain/offers/offer-words.ts';
import type { Offer } from '@/lib/domain/offers/offers.ts';
import { BellIcon, PlusIcon } from '../../shared/icons.tsx';
import { ChartIcon, EditIcon, HoldingIcon, ReturnIcon } from '../../shared/later-icons.tsx';
import { shortcutLabel } from '../../shared/shortcut-label.ts';
import styles from './found-feed.module.css';

interface OfferLineProps {
  id: string;
  offer: Offer;
  names: OfferNames;
  /** Position among all lines, counted from 1. */
  place: number;
  count: number;
  isActive: boolean;
  onChoose: (offer: Offer) => void;
}

/** What the box can do with the text. */
export function OfferLine(props: OfferLineProps) {
  const { id, offer, names, place, count, isActive, onChoose } = props;
  const detail = offerDetail(offer, names);
  return (
    <div
      id={id}
      role="option"
      aria-selected={false}
      aria-posinset={place}
      aria-setsize={count}
      data-active={isActive || undefined}
      className={styles.offer}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(offer)}
    >
      <span className={styles.icon}>{ICONS[offer.kind]}</span>
      <div className={styles.name}>
        <b>
          {offerTitle(offer, names).map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- parts never move
            <Fragment key={index}>
              {typeof part === 'string' ? part : <em>{part.accent}</em>}
            </Fragment>
          ))}
        </b>
        {detail !== '' && <span title={detail}>{detail}</span>}
      </div>
      <span className={styles.key}>
        {offer.kind === 'sentence' && shortcutLabel('Shift+Enter')}
        {isActive && <ReturnIcon />}
      </span>
    </div>
  );
}

const ICONS: Readonly<Record<Offer['kind'], ReactNode>> = {
  alert: <BellIcon />,
  sentence: <EditIcon />,
  own: <HoldingIcon />,
  chart: <ChartIcon />,
  list: <PlusIcon />,
};
