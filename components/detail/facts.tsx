import { changePercent, subtractDecimals } from '@/lib/prices/arithmetic.ts';
import { toDecimal } from '@/lib/prices/decimal.ts';
import { formatPercent, formatPrice } from '@/lib/prices/format-price.ts';
import type { StoredPrice } from '@/lib/storage/prices.ts';
import type { UnixSeconds } from '@/lib/units.ts';
import { momentText } from './date-words.ts';
import { ExactFigure } from './exact-figure.tsx';
import { NotGiven, Term, Terms } from './figure-terms.tsx';
import { Section } from './section.tsx';
import { slotText } from './slot-text.ts';

/** The EMA and the price's distance from it. */
export function EmaTerms({ price }: { price: StoredPrice }) {
  const spot = toDecimal(price.price, price.expo);
  const ema = toDecimal(price.emaPrice, price.emaExpo);
  const percent = spot && ema && changePercent(spot, ema);
  return (
    <>
      <Term name="EMA">
        {ema ? <span>{formatPrice(ema, { digits: 'row' }).text}</span> : <NotGiven />}
      </Term>
      <Term name="Spot − EMA">{percent ? formatPercent(percent) : <NotGiven />}</Term>
    </>
  );
}

/** Every number and time of the displayed update, in full. */
export function UpdateFacts({ price }: { price: StoredPrice }) {
  const spot = toDecimal(price.price, price.expo);
  const confidence = toDecimal(price.conf, price.expo);
  const ema = toDecimal(price.emaPrice, price.emaExpo);
  const emaConfidence = toDecimal(price.emaConf, price.emaExpo);
  const deviation = spot && ema && subtractDecimals(spot, ema);
  return (
    <Section title="This update">
      <Terms>
        <Term name="Price">{spot ? <ExactFigure figure={spot} /> : <NotGiven />}</Term>
        <Term name="Confidence ±">
          {confidence ? <ExactFigure figure={confidence} /> : <NotGiven />}
        </Term>
        <Term name="EMA price">{ema ? <ExactFigure figure={ema} /> : <NotGiven />}</Term>
        <Term name="EMA ±">
          {emaConfidence ? <ExactFigure figure={emaConfidence} /> : <NotGiven />}
        </Term>
        <Term name="Price − EMA">
          {deviation ? <ExactFigure figure={deviation} sign="always" /> : <NotGiven />}
        </Term>
        <Term name="Published">
          <Moment seconds={price.publishTime} />
        </Term>
        <Term name="Published before">
          <Moment seconds={price.prevPublishTime} />
        </Term>
        <Term name="Proof available">
          <Moment seconds={price.proofAvailableTime} />
        </Term>
        <Term name="Slot">
          <Slot slot={price.slot} />
        </Term>
      </Terms>
    </Section>
  );
}

function Moment({ seconds }: { seconds: UnixSeconds | null }) {
  if (seconds === null) return <NotGiven />;
  return (
    <data value={seconds} title={String(seconds)}>
      {momentText(seconds)}
    </data>
  );
}

function Slot({ slot }: { slot: number | null }) {
  const text = slot === null ? null : slotText(slot);
  return text === null ? <NotGiven /> : <data value={String(slot)}>{text}</data>;
}
