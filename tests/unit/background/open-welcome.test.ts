import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { openWelcome } from '@/lib/background/installed.ts';
import { welcome } from '@/lib/storage/values/welcome.ts';

beforeEach(() => fakeBrowser.reset());

describe('the welcome page', () => {
  it('opens once, also if the first worker ends before it is open', async () => {
    const create = vi.spyOn(fakeBrowser.tabs, 'create').mockRejectedValueOnce(new Error('ended'));
    await expect(openWelcome()).rejects.toThrow('ended');
    expect(await welcome.getValue()).toBe('open');
    await openWelcome();
    expect(create).toHaveBeenCalledOnce();
    expect(create.mock.lastCall?.[0].url).toMatch(/\/options\.html#welcome$/);
  });

  it('does not open after it was dismissed', async () => {
    await welcome.setValue('done');
    const create = vi.spyOn(fakeBrowser.tabs, 'create');
    await openWelcome();
    expect(create).not.toHaveBeenCalled();
    expect(await welcome.getValue()).toBe('done');
  });
});
