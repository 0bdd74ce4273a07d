import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectionSettings } from '@/lib/storage/settings.ts';
import { fakePermissions } from '../../unit/connection/fake-permissions.ts';
import { boxes, openOptions, press, valuesOf } from './support.tsx';

beforeEach(() => {
  fakePermissions();
});

describe('the link to the access token', () => {
  it('adds a header that lacks only the token', async () => {
    const user = await openOptions('connection-token');
    await waitFor(() => expect(boxes('Header value')[0]).toHaveFocus());
    expect(valuesOf('Header name')).toEqual(['Authorization']);
    expect(valuesOf('Header value')).toEqual(['Bearer ']);
    expect(boxes('Header value')[0]).toHaveAccessibleDescription(/^Access token/);

    await user.keyboard('sesame');
    await press(user, 'Save');
    await waitFor(async () =>
      expect((await connectionSettings.getValue()).headers).toEqual([
        { name: 'Authorization', value: 'Bearer sesame' },
      ]),
    );
  });

  it('focuses an existing header regardless of its case', async () => {
    const headers = [
      { name: 'X-Key', value: 'x' },
      { name: 'authorization', value: 'Bearer old' },
    ];
    await connectionSettings.setValue({ baseUrl: 'https://prices.example', headers });
    await openOptions('connection-token');
    await waitFor(() => expect(boxes('Header value')[1]).toHaveFocus());
    expect(valuesOf('Header value')).toEqual(['x', 'Bearer old']);
  });

  it('works again on a page that is already open', async () => {
    const user = await openOptions('connection-token');
    await waitFor(() => expect(boxes('Header value')[0]).toHaveFocus());
    expect(window.location.hash).toBe('#connection');
    await user.click(screen.getByRole('textbox', { name: 'Base URL' }));
    act(() => {
      window.location.hash = 'connection-token';
    });
    await waitFor(() => expect(boxes('Header value')[0]).toHaveFocus());
    expect(boxes('Header value')).toHaveLength(1);
  });

  it('works from another section', async () => {
    await openOptions('appearance');
    act(() => {
      window.location.hash = 'connection-token';
    });
    await waitFor(() => expect(boxes('Header value')[0]).toHaveFocus());
  });
});
