import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';

import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { enter, openOptions, press, valuesOf } from './support.tsx';
import { firstService, setService } from '../../unit/domain/connection/services.ts';

beforeEach(() => {
  fakePermissions();
});

const token = () => screen.getByRole<HTMLInputElement>('textbox', { name: t('token.label') });

async function headers() {
  return (await firstService()).headers;
}

describe('the token field', () => {
  const baseUrl = 'https://prices.example';

  it('shows a stored token, and the other headers behind “More headers”', async () => {
    await setService({
      baseUrl,
      headers: [
        { name: 'X-Key', value: 'x' },
        { name: 'authorization', value: 'Bearer old' },
      ],
    });
    await openOptions();
    expect(token()).toHaveValue('old');
    expect(token()).toHaveAttribute('data-masked');
    expect(valuesOf('Header name')).toEqual(['X-Key']);
  });

  it('removes the header when it is emptied', async () => {
    await setService({ baseUrl, headers: [{ name: 'Authorization', value: 'Bearer old' }] });
    const user = await openOptions();
    await user.clear(token());
    await press(user, 'Save');
    await waitFor(async () => expect(await headers()).toEqual([]));
  });

  it('says what is wrong with a token', async () => {
    const user = await openOptions();
    await enter(user, token(), 'Bearer');
    await press(user, 'Save');
    expect(token()).toBeInvalid();
    expect(token()).toHaveFocus();
    expect(token()).toHaveAccessibleDescription(/Enter the access token/);
  });
});
