import type { Driver } from '../driver.ts';

type Method = Exclude<
  {
    [Name in keyof Driver]: Driver[Name] extends (...given: never[]) => Promise<unknown>
      ? Name
      : never;
  }[keyof Driver],
  never
>;

const METHODS: readonly Method[] = [
  'open',
  'close',
  'openPopup',
  'closePages',
  'killWorker',
  'stepClock',
  'collectNotifications',
  'collect',
  'read',
  'write',
];

/** The same driver, doing one thing at a time: services fail while the user acts. */
export function inTurn(driver: Driver): Driver {
  let last: Promise<unknown> = Promise.resolve();
  const serial = Object.create(driver) as Driver;
  for (const name of METHODS) {
    const work = driver[name] as (...given: unknown[]) => Promise<unknown>;
    const queued = (...given: unknown[]): Promise<unknown> => {
      const done = last.then(() => work(...given));
      last = done.catch(() => undefined);
      return done;
    };
    Object.defineProperty(serial, name, { value: queued });
  }
  return serial;
}
