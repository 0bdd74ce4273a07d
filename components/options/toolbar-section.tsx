import { useEffect, useRef } from 'react';
import { t } from '@/lib/base/locale/t.ts';
import { badgePercent, badgeText } from '@/lib/domain/prices/badge-text.ts';
import { toDecimal } from '@/lib/domain/prices/decimal.ts';
import { feedName } from '@/lib/domain/prices/feed-name.ts';
import { iconPixels, type IconFace } from '@/lib/domain/prices/icon-pixels.ts';
import { hasTurn, type BadgeView } from '@/lib/domain/watchlist/badge.ts';
import { showOnBadge } from '@/lib/pages/watchlist/watchlist.ts';
import { badgeView } from '@/lib/storage/values/badge.ts';
import { followedFeeds } from '@/lib/storage/values/catalog.ts';
import { staleLimitSeconds } from '@/lib/storage/values/settings.ts';
import { badgeFeedId, effectiveBadgeFeed, watchlist } from '@/lib/storage/values/watchlist.ts';
import { Check } from '../shared/check.tsx';
import { OptionRow } from '../shared/field.tsx';
import { useHasHoldings } from '../shared/hooks/use-has-holdings.ts';
import { useStored } from '../shared/hooks/use-stored.ts';
import { durationOptions, SelectField } from '../shared/select-field.tsx';
import { RadioCards } from './radio-cards.tsx';
import styles from './options.module.css';

/** Settings for the toolbar button, and when a price counts as stale. */
export function ToolbarSection() {
  const view = useStored(badgeView);
  if (!view) return null;
  return (
    <>
      <RadioCards
        label={t('badgeOptions.view.title')}
        cards={[
          { value: 'badge', title: t('badgeOptions.title'), sample: <Sample badge={PRICE} /> },
          { value: 'icon', title: t('badgeOptions.view.icon'), sample: <Sample face={FACE} /> },
          {
            value: 'change',
            title: t('badgeOptions.view.change'),
            sample: <Sample badge={CHANGE} />,
          },
          {
            value: 'both',
            title: t('badgeOptions.view.both'),
            sample: <Sample badge={CHANGE} face={ONE_LINE} />,
          },
        ]}
        value={view.look}
        onChange={(look) => void badgeView.update((before) => ({ ...before, look }))}
      />
      <SubjectField view={view} />
      <StaleLimitField />
    </>
  );
}

const FACE: IconFace = { lines: ['12', '345'], tone: 'green', arrow: 'up' };
const ONE_LINE: IconFace = { lines: ['12K', ''], tone: 'green', arrow: 'flat' };
const PRICE = badgeText(toDecimal('12', 3));
const CHANGE = badgePercent(toDecimal('12', -1));
const SIZE = 32;

/** The toolbar button: the logo or a price in the icon, and what is on the badge. */
function Sample({ badge, face }: { badge?: string; face?: IconFace }) {
  return (
    <span className={styles.button} aria-hidden="true">
      {face ? (
        <Face face={face} />
      ) : (
        <img src={`/icons/${SIZE}.png`} width={SIZE} height={SIZE} alt="" />
      )}
      {badge !== undefined && <b dir="auto">{badge}</b>}
    </span>
  );
}

function Face({ face }: { face: IconFace }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const image = new ImageData(iconPixels(face, SIZE), SIZE);
    canvas.current?.getContext('2d')?.putImageData(image, 0, 0);
  }, [face]);
  return <canvas ref={canvas} width={SIZE} height={SIZE} />;
}

const FIRST = 'first';
type Subject = Exclude<BadgeView['subject'], 'feed'>;

const WORDS = {
  turn: 'badgeOptions.view.rotates',
  total: 'badgeOptions.view.total',
  gain: 'badgeOptions.view.gain',
} as const;

/** Chooses a feed, several feeds in turn, or holdings. */
function SubjectField({ view: { subject, turns } }: { view: BadgeView }) {
  const ids = useStored(watchlist);
  const feeds = useStored(followedFeeds);
  const chosen = useStored(badgeFeedId);
  const hasHoldings = useHasHoldings();
  if (!ids || !feeds || chosen === undefined) return null;
  const label = t('badgeOptions.view.showsLabel');
  if (ids.length === 0)
    return <OptionRow label={label} hint={t('serviceProblem.emptyWatchlist')} />;

  const isOfHoldings = subject === 'total' || subject === 'gain';
  const others: Subject[] = hasHoldings || isOfHoldings ? ['turn', 'total', 'gain'] : ['turn'];
  const nameOf = (id: string) => feedName(feeds[id], id);
  const [first = ''] = ids;
  const feed = chosen !== null && effectiveBadgeFeed(chosen, ids) === chosen ? chosen : FIRST;
  const hasTotal = hasHoldings || turns?.includes('total') === true;
  return (
    <>
      <SelectField
        label={label}
        hint={subject === 'turn' ? t('badgeOptions.view.hint') : undefined}
        value={subject === 'feed' ? feed : subject}
        options={[
          [FIRST, t('badgeOptions.firstFeed', { symbol: nameOf(first).symbol })],
          ...ids.map((id) => [id, words(nameOf(id))] as const),
          ...others.map((other) => [other, t(WORDS[other])] as const),
        ]}
        onChange={(value) => {
          const other = others.find((each) => each === value);
          if (other) void badgeView.update((before) => ({ ...before, subject: other }));
          else void showOnBadge(value === FIRST ? null : value);
        }}
      />
      {subject === 'turn' && (
        <TurnsField
          turns={turns}
          choices={[
            ...ids.map((id) => [id, nameOf(id).symbol] as const),
            ...(hasTotal ? [['total', t(WORDS.total)] as const] : []),
          ]}
        />
      )}
    </>
  );
}

interface TurnsFieldProps {
  turns: BadgeView['turns'];
  /** Ids and names. */
  choices: readonly (readonly [id: string, name: string])[];
}

/** Chooses what takes turns; at least one stays chosen. */
function TurnsField({ turns, choices }: TurnsFieldProps) {
  const ids = choices.map(([id]) => id);
  const chosen = ids.filter((id) => hasTurn(turns, id));
  const choose = (next: readonly string[]): void => {
    // All feeds, including those added later.
    const areAll = ids.every((id) => next.includes(id) === hasTurn(null, id));
    void badgeView.update((before) => ({ ...before, turns: areAll ? null : [...next] }));
  };
  return (
    <OptionRow
      label={t(WORDS.turn)}
      below={
        <div role="group" aria-label={t(WORDS.turn)} className={styles.turns}>
          {choices.map(([id, name]) => (
            <Check
              key={id}
              checked={chosen.includes(id)}
              disabled={chosen.length === 1 && chosen[0] === id}
              onChange={(isChosen) =>
                choose(ids.filter((each) => (each === id ? isChosen : chosen.includes(each))))
              }
            >
              <bdi>{name}</bdi>
            </Check>
          ))}
        </div>
      }
    />
  );
}

function words({ symbol, description }: ReturnType<typeof feedName>): string {
  return description ? `${symbol} – ${description}` : symbol;
}

const LIMITS_SECONDS: readonly number[] = [10, 30, 60, 120, 300, 900, 3_600, 86_400];

function StaleLimitField() {
  const limit = useStored(staleLimitSeconds);
  if (limit === undefined) return null;
  return (
    <SelectField
      label={t('badgeOptions.stale.limitLabel')}
      hint={t('badgeOptions.stale.hint')}
      value={limit}
      options={durationOptions(LIMITS_SECONDS, limit)}
      onChange={(seconds) => void staleLimitSeconds.setValue(seconds)}
    />
  );
}
