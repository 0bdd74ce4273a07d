import { withVersion } from '../../../lib/storage/versioned.ts';
import { createUserSettings, type UserSettings } from '../settings.ts';

const CONNECTION = 'connection';

// Version 1 of the item held one service.
const LIST_VERSION = 2;

/** The user's settings with several services. */
export interface ServicesSettings extends Pick<UserSettings, 'current' | 'edit'> {
  /** Another token for one service. */
  editHeaders: (place: number) => Record<string, unknown>;
  /** The names and values of all headers so far that were entered for one service. */
  secretsOf: (place: number) => string[];
}

/** @param urls in the user's order */
export function createServicesSettings(
  urls: readonly string[],
  random: () => number,
): ServicesSettings {
  const settings = createUserSettings(urls[0] ?? '', random);
  const secrets = urls.map((_, place) => [nameOf(place)]);
  let list = urls.map((baseUrl, place) => ({
    id: serviceIdOf(place),
    name: `Service ${place + 1}`,
    baseUrl,
    headers: [newHeader(place)],
    isPaused: false,
    mayMixUnverified: false,
  }));
  store();

  function newHeader(place: number) {
    const value = `key-${place + 1}-${Math.floor(random() * 1e9)}`;
    secrets[place]?.push(value);
    return { name: nameOf(place), value };
  }

  function store(): Record<string, unknown> {
    const items = { [CONNECTION]: withVersion(list, LIST_VERSION) };
    Object.assign(settings.current, items);
    return items;
  }

  return {
    current: settings.current,
    edit: settings.edit,
    editHeaders(place) {
      list = list.map((service, at) =>
        at === place ? { ...service, headers: [newHeader(place)] } : service,
      );
      return store();
    },
    secretsOf: (place) => secrets[place] ?? [],
  };
}

export function serviceIdOf(place: number): string {
  return `service-${place + 1}`;
}

function nameOf(place: number): string {
  return `X-Desk-${place + 1}`;
}
