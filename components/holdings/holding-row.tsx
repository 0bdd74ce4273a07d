import type { IconNode } from 'lucide';
import type { HoldingValue, Uncounted } from '@/lib/domain/holdings/value-holdings.ts';
import { labelled } from '@/lib/base/locale/labelled.ts';
import { t } from '@/lib/base/locale/t.ts';
import { changeOf } from '@/lib/domain/market/change.ts';
import { requiredTrustOf, type MarketSettings } from '@/lib/domain/market/market.ts';
import { faultWords } from '@/lib/domain/market/fault-words.ts';
import { parseSchedule } from '@/lib/domain/prices/schedule-grammar.ts';
import type { FeedAttributes } from '@/lib/domain/prices/attributes.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { toMilliseconds, type FeedId } from '@/lib/base/units.ts';
import { candleLines } from '@/lib/storage/values/candles.ts';
import { references, sparklines } from '@/lib/storage/values/history.ts';
import { holdings } from '@/lib/storage/values/holdings.ts';
import { useCorrectedClock, useMinute } from '../shared/hooks/clock.ts';
import { useAreCandlesAllowed } from '../shared/hooks/use-are-candles-allowed.ts';
import { useCondition } from '../shared/hooks/use-condition.ts';
import { useFeedNames } from '../shared/hooks/use-feed-names.ts';
import { useLatestPrice } from '../shared/hooks/use-latest-price.ts';
import { useStoredPart } from '../shared/hooks/use-stored.ts';
import { Button, classNames } from '../shared/button.tsx';
import { BellIcon, Icon, Mark, SHAPES } from '../shared/icons.tsx';
import { ChartIcon, HoldingIcon } from '../shared/later-icons.tsx';
import { MenuButton } from '../shared/menu-button.tsx';
import { MenuItem } from '../shared/menu.tsx';
import { PairName } from '../shared/pair-name.tsx';
import { goTo, routeHash } from '../shared/route.ts';
import Sparkline from '../shared/sparkline.tsx';
import { Amount } from './amount.tsx';
import { ChangeFigure } from './change-figure.tsx';
import { LatestPrice, Money } from './money.tsx';
import { Quantity } from './owned-value.tsx';
import { noValueWords } from './worth-words.ts';
import rowStyles from '../shared/row.module.css';
import styles from './holding-row.module.css';

export type ListedHolding = HoldingValue | Uncounted;

interface HoldingRowProps {
  holding: ListedHolding;
  settings: MarketSettings;
  currency: string;
  onEdit: (id: FeedId) => void;
}

/** A holding: its quantity and price, the price's line, and what it is worth and has gained. */
export function HoldingRow({ holding, settings, currency, onEdit }: HoldingRowProps) {
  const { feedId } = holding;
  const name = useFeedNames()(feedId);
  const edit = (): void => onEdit(feedId);
  return (
    <li
      className={classNames(rowStyles.row, styles.row)}
      aria-label={name}
      data-id={feedId}
      data-standing={standingOf(holding)}
    >
      <div className={rowStyles.name}>
        <a href={routeHash({ view: 'feed', id: feedId })} title={name} dir="auto">
          <PairName name={name} />
        </a>
        <MenuButton name={name}>
          <MenuItem icon={<ChartIcon />} onSelect={() => goTo({ view: 'feed', id: feedId })}>
            {t('row.menu.open')}
          </MenuItem>
          <MenuItem
            icon={<BellIcon />}
            onSelect={() => goTo({ view: 'new-alert', id: feedId, level: null })}
          >
            {t('row.menu.newAlert')}
          </MenuItem>
          <MenuItem icon={<HoldingIcon />} onSelect={edit}>
            {t('holding.menuItem')}
          </MenuItem>
        </MenuButton>
        <Note holding={holding} currency={currency} attributes={settings.attributes[feedId]} />
      </div>
      <Line id={feedId} settings={settings} />
      <div className={classNames(rowStyles.figure, styles.figure)}>
        {'none' in holding ? (
          <>
            <b aria-hidden="true">–</b>
            <small>{t('holdings.notCounted')}</small>
          </>
        ) : (
          <>
            <b>
              <Money measure={holding} />
            </b>
            <Gain holding={holding} name={name} onAddCost={edit} />
          </>
        )}
      </div>
    </li>
  );
}

function Gain({ holding, name, onAddCost }: GainProps) {
  const { gain, feedId } = holding;
  const hasCost = useStoredPart(holdings, (all) => Boolean(all?.[feedId]?.cost));
  if (gain) {
    return (
      <small>
        <span className="visually-hidden">{t('popup.view.gain')}</span>{' '}
        <ChangeFigure amount={gain.price} percent={gain.percent} isBrief />
      </small>
    );
  }
  return (
    <small>
      {hasCost ? (
        '–'
      ) : (
        <Button kind="link" aria-label={labelled(name, t('holdings.addCost'))} onClick={onAddCost}>
          {t('holdings.addCost')}
        </Button>
      )}
    </small>
  );
}

interface GainProps {
  holding: HoldingValue;
  name: string;
  onAddCost: () => void;
}

/** The name shown in the list. */
function standingOf(holding: ListedHolding): 'refused' | 'stale' | 'closed' | undefined {
  if ('none' in holding) return 'refused';
  const { stale, closed } = holding.flaws;
  if (stale.length > 0) return 'stale';
  return closed.includes(holding.feedId) ? 'closed' : undefined;
}

const ICONS = new Map<string, IconNode>([
  ['stale', SHAPES.clock],
  ['failed', SHAPES.failedShield],
  ['unproven', SHAPES.shield],
]);

interface NoteProps extends Pick<HoldingRowProps, 'holding' | 'currency'> {
  attributes: FeedAttributes | undefined;
}

/** Quantity and price, or what is wrong with the price, in the words of the list. */
function Note({ holding, currency, attributes }: NoteProps) {
  const { feedId } = holding;
  const problem = useProblem(holding);
  const nameOf = useFeedNames();
  const schedule = parseSchedule(attributes);
  const publishTime = ('none' in holding ? null : holding.publishTime) ?? undefined;
  const isClosed = standingOf(holding) === 'closed';
  const fault = useCorrectedClock((nowMs) =>
    problem === 'stale' || problem === 'unproven'
      ? faultWords(problem, { publishTime, schedule, nowMs })
      : isClosed
        ? faultWords('closed', { publishTime, schedule, nowMs })
        : '',
  );
  if (problem === null) {
    return (
      <small className={styles.note}>
        {isClosed && <Mark name="moon" label={fault} shapes={SHAPES.moon} />}
        <bdi dir="ltr">
          <Amount>
            <Quantity id={feedId} />
          </Amount>{' '}
          × <LatestPrice id={feedId} />
        </bdi>
      </small>
    );
  }
  const words = 'none' in holding ? noValueWords(holding, nameOf, currency) : fault;
  const shapes = ICONS.get(problem);
  return (
    <small className={styles.note} data-problem={problem} title={words}>
      {shapes && <Icon shapes={shapes} />}
      <span>{words}</span>
    </small>
  );
}

function useProblem(holding: ListedHolding) {
  const proof = useLatestPrice(holding.feedId)?.price.proof;
  if ('none' in holding) return holding.none;
  if (holding.flaws.stale.length > 0) return 'stale';
  // Unknown signers affect the whole service, so the footer reports them once.
  const isUnchecked = proof?.state === 'unchecked' && proof.reason.code !== 'unknown-emitter';
  return isUnchecked ? 'unproven' : null;
}

/** The feed's last 24 hours, as in the list. */
function Line({ id, settings }: { id: FeedId; settings: MarketSettings }) {
  const price = useLatestPrice(id)?.price;
  const condition = useCondition(settings.attributes[id], price);
  const spark = useStoredPart(sparklines, (all) => all?.[id] ?? null);
  const candles = useStoredPart(candleLines, (all) => all?.[id] ?? null);
  const text = useStoredPart(references['24h'], (all) => all?.[id] ?? null);
  const areCandlesAllowed = useAreCandlesAllowed();
  const nowSeconds = useMinute();
  const market = { ...settings, nowMs: toMilliseconds(nowSeconds) };
  return (
    <Sparkline
      candles={areCandlesAllowed ? candles : null}
      text={spark}
      price={price ? toDecimal(price.price, price.expo) : null}
      change={changeOf(market, id, { price, period: '24h', text })}
      requiredTrust={requiredTrustOf(settings)}
      isClosed={condition === 'closed' || condition === 'after-hours'}
      nowSeconds={nowSeconds}
    />
  );
}
