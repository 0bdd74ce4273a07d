import type { Check } from '../check.ts';
import type { ServicesObservations } from './observations.ts';

/** No header that the user entered for one service ever reached another one. */
export function checkSecrets({ services }: ServicesObservations): Check {
  const received = services.map(({ requests }) => requests.length);
  const own = services.flatMap(({ requests, secrets }) =>
    requests.filter((request) => secrets.some((secret) => hasText(request, secret))),
  );
  return {
    what: 'no header reaches another service',
    found: `${own.length} of ${received.reduce((sum, count) => sum + count, 0)} requests had one`,
    faults: services.flatMap((service) =>
      services
        .filter((other) => other !== service)
        .flatMap((other) =>
          service.requests.flatMap((request) =>
            other.secrets
              .filter((secret) => hasText(request, secret))
              .map(() => `${service.name} got a header of ${other.name} with ${request.path}.`),
          ),
        ),
    ),
  };
}

interface Received {
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
}

/** Anywhere: a secret would be as public in a URL. */
function hasText({ path, query, headers }: Received, secret: string): boolean {
  const text = [path, decodeURIComponent(query), ...Object.entries(headers).flat()].join('\n');
  return text.toLowerCase().includes(secret.toLowerCase());
}
