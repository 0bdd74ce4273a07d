import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { NEWS, newsSince, newsUntil } from '@/lib/base/about/news.ts';
import { offerNews } from '@/lib/background/installed.ts';
import { unseenNewsSince } from '@/lib/storage/values/news.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

beforeEach(() => fakeBrowser.reset());

describe('the news', () => {
  it('are of this version, of the ones before and of the next, newest first', () => {
    expect(newsUntil(version)[0]?.version).toBe(version);
    const older = NEWS.flatMap((news) => newsSince(news.version).map((newer) => newer.version));
    expect(older).toEqual(NEWS.flatMap((_, at) => NEWS.slice(0, at).map((news) => news.version)));
  });

  it('are those after a version, compared by numbers', () => {
    expect(newsSince('0.1.0')).toEqual(NEWS);
    expect(newsSince('0.1.99')).toEqual(NEWS);
    expect(newsSince('0.3.0')).toEqual([]);
    expect(newsUntil('0.2.9')).toEqual(NEWS.slice(1));
    expect(newsSince('0.10.0')).toEqual([]);
  });
});

describe('after an update', () => {
  it('the news are offered, and those of an earlier update stay', async () => {
    await offerNews('0.1.0');
    expect(await unseenNewsSince.getValue()).toBe('0.1.0');
    await offerNews('0.1.5');
    expect(await unseenNewsSince.getValue()).toBe('0.1.0');
  });

  it('without news, such as a reload of the same version, nothing is offered', async () => {
    await offerNews(NEWS[0]!.version);
    expect(await unseenNewsSince.getValue()).toBeNull();
  });
});
