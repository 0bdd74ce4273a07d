import {
  customSeriesDefaultOptions,
  type CustomSeriesWhitespaceData,
  type ICustomSeriesPaneRenderer,
  type ICustomSeriesPaneView,
  type PaneRendererCustomData,
  type Time,
} from 'lightweight-charts';
import { drawBand, type BandData, type BandOptions } from './draw-band.ts';

// The charting library has no series type with a band around a line. This series draws the band,
// the EMA and the price together, so that they stack in this order and share one scale.

export class BandView implements ICustomSeriesPaneView<Time, BandData, BandOptions> {
  #data: PaneRendererCustomData<Time, BandData> | undefined;
  #options: BandOptions | undefined;
  readonly #onDrawn: () => void;

  /** @param onDrawn called whenever the series was drawn: only then is the chart's layout known */
  constructor(onDrawn: () => void) {
    this.#onDrawn = onDrawn;
  }

  renderer(): ICustomSeriesPaneRenderer {
    return {
      draw: (target, toY) => {
        const data = this.#data;
        const options = this.#options;
        if (!data || !options) return;
        // Only these have a place.
        const { from = 0, to = 0 } = data.visibleRange ?? {};
        const bars = data.bars.slice(from, to);
        target.useMediaCoordinateSpace((canvas) => drawBand(canvas, bars, options, toY));
        this.#onDrawn();
      },
    };
  }

  update(data: PaneRendererCustomData<Time, BandData>, options: BandOptions): void {
    this.#data = data;
    this.#options = options;
  }

  priceValueBuilder({ low, high, ema, price }: BandData): number[] {
    return ema === null ? [low, high, price] : [Math.min(low, ema), Math.max(high, ema), price];
  }

  isWhitespace(
    data: BandData | CustomSeriesWhitespaceData<Time>,
  ): data is CustomSeriesWhitespaceData<Time> {
    return !('price' in data);
  }

  defaultOptions(): BandOptions {
    return {
      ...customSeriesDefaultOptions,
      lineColor: '#000',
      bandColor: '#0000',
      emaColor: '#000',
      groundColor: '#fff',
      cursor: -1,
      longestGap: Infinity,
      upColor: '#000',
      downColor: '#000',
    };
  }
}
