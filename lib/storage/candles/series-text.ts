import type { Candle, CandleSeries } from '../../history-service/index.ts';

// One text per series: its length is the space it takes, and a thousand candles are read in
// milliseconds.

/** `start open high low close`, the last three as differences from `open`; `*`: not final. */
const CANDLE = /^(\d{1,12}) (-?\d{1,80}) (\d{1,80}) (\d{1,80}) (-?\d{1,80})(\*?)$/;

export function writeCandles({ candles }: CandleSeries): string {
  return candles
    .map(({ start, open, high, low, close, isFinal }) => {
      const figures = [open, high - open, open - low, close - open].join(' ');
      return `${start} ${figures}${isFinal ? '' : '*'}`;
    })
    .join(';');
}

/** `null` if the text is invalid. */
export function readCandles(text: string): readonly Candle[] | null {
  if (text === '') return [];
  const candles: Candle[] = [];
  for (const part of text.split(';')) {
    const [, start, open, up, down, change, mark] = CANDLE.exec(part) ?? [];
    if (start === undefined || open === undefined || up === undefined) return null;
    if (down === undefined || change === undefined) return null;
    const first = BigInt(open);
    candles.push({
      start: Number(start),
      open: first,
      high: first + BigInt(up),
      low: first - BigInt(down),
      close: first + BigInt(change),
      isFinal: mark === '',
    });
  }
  return candles;
}
