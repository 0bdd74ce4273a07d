import { Fragment, type ReactNode } from 'react';
import { offerDetail, offerTitle } from '@/lib/domain/offers/offer-words.ts';
import type { Offer, OfferPlace } from '@/lib/domain/offers/offers.ts';
import { BellIcon, PlusIcon } from '../../shared/icons.tsx';
import {
  ChartIcon,
  EditIcon,
  HoldingIcon,
  NewGroupIcon,
  ReturnIcon,
} from '../../shared/later-icons.tsx';
import { shortcutLabel } from '../../shared/shortcut-label.ts';
import type { Line } from './line.ts';
import styles from './found-feed.module.css';

interface OfferLineProps {
  line: Line;
  offer: Offer;
  place: OfferPlace;
  onChoose: (offer: Offer) => void;
}

/** What the box can do with the text. */
export function OfferLine({ line, offer, place, onChoose }: OfferLineProps) {
  const detail = offerDetail(offer, place);
  return (
    <div
      {...line}
      role="option"
      aria-selected={false}
      className={styles.offer}
      onClick={() => onChoose(offer)}
    >
      <span className={styles.icon}>{ICONS[offer.kind]}</span>
      <div className={styles.name}>
        <b>
          {offerTitle(offer, place).map((part, index) => (
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
        {line['data-active'] && <ReturnIcon />}
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
  group: <NewGroupIcon />,
};
