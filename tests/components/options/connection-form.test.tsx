import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '@/lib/base/locale/t.ts';

import { fakePermissions } from '../../unit/pages/connection/fake-permissions.ts';
import { baseUrlBox, boxes, enter, openOptions, press, statusNamed, valuesOf } from './support.tsx';
import { firstService, setService } from '../../unit/domain/connection/services.ts';

const SECRET = 'sesame-5up3r';
const STORED = {
  baseUrl: 'https://prices.example/hermes',
  headers: [{ name: 'X-Key', value: SECRET }],
};

beforeEach(async () => {
  fakePermissions();
  await setService(STORED);
});

describe('saving the connection', () => {
  it('stores the trimmed base URL and headers, and confirms it', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), ' http://127.0.0.1:8080/secret/hermes/ ');
    await press(user, 'Add header');
    await enter(user, boxes('Header name')[1]!, ' X-More ');
    await enter(user, boxes('Header value')[1]!, 'more');
    await press(user, 'Add header');
    await user.click(screen.getByRole('checkbox', { name: /127\.0\.0\.1/ }));
    expect(statusNamed('Price service')).toHaveTextContent('Unsaved changes');

    await press(user, 'Save');
    await waitFor(() => expect(statusNamed('Price service')).toHaveTextContent('Saved'));
    expect(await firstService()).toEqual({
      baseUrl: 'http://127.0.0.1:8080/secret/hermes',
      headers: [...STORED.headers, { name: 'X-More', value: 'more' }],
    });
    expect(baseUrlBox()).toHaveValue('http://127.0.0.1:8080/secret/hermes');
    expect(valuesOf('Header name')).toEqual(['X-Key', 'X-More']);
  });

  it('stores nothing before it is saved', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://other.example');
    expect(await firstService()).toEqual(STORED);
  });

  it('works with the Enter key', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://other.example');
    await user.keyboard('{Enter}');
    await waitFor(async () => expect((await firstService()).baseUrl).toBe('https://other.example'));
  });

  it('removes a header and moves the focus', async () => {
    const user = await openOptions();
    await press(user, 'Remove header: X-Key');
    expect(boxes('Header name')).toHaveLength(0);
    expect(screen.getByRole('button', { name: 'Add header' })).toHaveFocus();
    await press(user, 'Save');
    await waitFor(async () => expect((await firstService()).headers).toEqual([]));
  });

  it('reports unsaved changes only while there are any', async () => {
    const user = await openOptions();
    await user.type(baseUrlBox(), 'x');
    expect(statusNamed('Price service')).toHaveTextContent('Unsaved changes');
    await user.keyboard('{Backspace}');
    expect(statusNamed('Price service')).toBeEmptyDOMElement();
  });
});

describe('an invalid base URL', () => {
  it.each([
    ['https://ann:pw@prices.example', /user name and password/],
    ['', /isn’t a URL/],
  ])('%j shows the reason at the field', async (typed, reason) => {
    const user = await openOptions();
    await user.clear(baseUrlBox());
    if (typed) await enter(user, baseUrlBox(), typed);
    expect(baseUrlBox()).toBeValid();
    await press(user, 'Save');

    expect(baseUrlBox()).toBeInvalid();
    expect(baseUrlBox()).toHaveAccessibleDescription(reason);
    expect(baseUrlBox()).toHaveFocus();
    expect(statusNamed('Price service')).toHaveTextContent('Correct the marked fields first.');
    expect(await firstService()).toEqual(STORED);
  });

  it('loses its message once the user corrects it', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'prices');
    await press(user, 'Save');
    await enter(user, baseUrlBox(), 'https://prices.example');
    expect(baseUrlBox()).toBeValid();
  });
});

describe('plain http', () => {
  const box = () => screen.queryByRole('checkbox', { name: t('connection.http.confirm') });

  it('is saved only after confirmation', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'http://prices.example');
    expect(box()).toHaveAccessibleDescription(/Prices and header values .* unencrypted/);
    await press(user, 'Save');
    expect(box()).toBeInvalid();
    expect(await firstService()).toEqual(STORED);

    await user.click(box()!);
    await press(user, 'Save');
    await waitFor(async () => expect((await firstService()).baseUrl).toBe('http://prices.example'));
    expect(box()).toBeChecked();
  });
});

describe('another origin', () => {
  const box = () =>
    screen.queryByRole('checkbox', {
      name: t('connection.elsewhere.confirm', { origin: 'https://other.example' }),
    });
  const withToken = {
    baseUrl: 'https://prices.example',
    headers: [
      { name: 'Authorization', value: 'Bearer sesame' },
      { name: 'X-Key', value: 'x' },
    ],
  };
  const stored = async () => {
    const { baseUrl, headers } = await firstService();
    return { baseUrl, headers };
  };
  const open = async () => {
    await setService(withToken);
    return openOptions();
  };

  it('does not get the access token and the headers unless the user agrees', async () => {
    const user = await open();
    await enter(user, baseUrlBox(), 'https://other.example/x');
    expect(box()).not.toBeChecked();
    expect(box()).toHaveAccessibleDescription(t('connection.elsewhere.hint'));
    await press(user, 'Save');
    const bare = { baseUrl: 'https://other.example/x', headers: [] };
    await waitFor(async () => expect(await stored()).toEqual(bare));
    await waitFor(() => expect(box()).toBeNull());
    expect(screen.getByRole('textbox', { name: t('token.label') })).toHaveValue('');
  });

  it('gets them if the user agrees to this origin', async () => {
    const user = await open();
    await enter(user, baseUrlBox(), 'https://other.example');
    await user.click(box()!);
    await press(user, 'Save');
    await waitFor(async () =>
      expect(await stored()).toEqual({ ...withToken, baseUrl: 'https://other.example' }),
    );
    await waitFor(() => expect(box()).toBeNull());
  });

  it('gets a new token that the user enters', async () => {
    const user = await open();
    await enter(user, baseUrlBox(), 'https://other.example');
    await enter(user, screen.getByRole('textbox', { name: t('token.label') }), 'other');
    await press(user, 'Save');
    const headers = [{ name: 'Authorization', value: 'Bearer other' }];
    await waitFor(async () =>
      expect(await stored()).toEqual({ baseUrl: 'https://other.example', headers }),
    );
  });
});

describe('an invalid header', () => {
  it.each([
    ['Cookie', 'x', 'Header name', /“Cookie”/],
    ['X-More', '', 'Header value', /Enter a value/],
  ])('%j: %j shows the reason at the field', async (name, value, field, reason) => {
    const user = await openOptions();
    await press(user, 'Add header');
    if (name) await enter(user, boxes('Header name')[1]!, name);
    if (value) await enter(user, boxes('Header value')[1]!, value);
    await press(user, 'Save');
    expect(boxes(field)[0]).toBeValid();
    expect(boxes(field)[1]).toBeInvalid();
    expect(boxes(field)[1]).toHaveAccessibleDescription(reason);
    expect(await firstService()).toEqual(STORED);
  });
});

describe('header values', () => {
  it('are masked until the user reveals them', async () => {
    const user = await openOptions();
    await press(user, 'Add header');
    await enter(user, boxes('Header value')[1]!, 'more');
    const [first, second] = boxes('Header value');
    expect(first).toHaveAttribute('data-masked');
    expect(second).toHaveAttribute('data-masked');

    const row = within(screen.getByRole('group', { name: 'X-Key' }));
    await user.click(row.getByRole('button', { name: 'Show value' }));
    expect(first).not.toHaveAttribute('data-masked');
    expect(second).toHaveAttribute('data-masked');
    await user.click(row.getByRole('button', { name: 'Hide value' }));
    expect(first).toHaveAttribute('data-masked');
  });

  it('stay masked when they replace a revealed one', async () => {
    const user = await openOptions();
    const row = within(screen.getByRole('group', { name: 'X-Key' }));
    await user.click(row.getByRole('button', { name: 'Show value' }));
    await act(() => setService({ ...STORED, headers: [{ name: 'Other', value: 'secret' }] }));
    expect(valuesOf('Header value')).toEqual(['secret']);
    expect(boxes('Header value')[0]).toHaveAttribute('data-masked');
  });

  it('stay masked when saving moves them up after a removed row', async () => {
    const headers = ['A', 'B', 'C'].map((name) => ({ name, value: SECRET }));
    await setService({ ...STORED, headers });
    const user = await openOptions();
    const row = within(screen.getByRole('group', { name: 'B' }));
    await user.click(row.getByRole('button', { name: 'Show value' }));
    await press(user, 'Remove header: A');
    await press(user, 'Save');
    await waitFor(() => expect(statusNamed('Price service')).toHaveTextContent('Saved'));
    expect(valuesOf('Header name')).toEqual(['B', 'C']);
    expect(boxes('Header value')[1]).toHaveAttribute('data-masked');
  });

  it('appear only in their own fields', async () => {
    const user = await openOptions();
    await enter(user, boxes('Header name')[0]!, 'Cookie');
    await press(user, 'Save');
    expect(document.body.textContent).not.toContain(SECRET);
  });
});

describe('a change in another window', () => {
  const changed = { baseUrl: 'https://changed.example', headers: [] };

  it('is applied while the form has no unsaved changes', async () => {
    await openOptions();
    await act(() => setService(changed));
    expect(baseUrlBox()).toHaveValue('https://changed.example');
    expect(boxes('Header name')).toHaveLength(0);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('keeps unsaved changes and is reported', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://mine.example');
    await act(() => setService(changed));
    expect(baseUrlBox()).toHaveValue('https://mine.example');
    expect(screen.getByRole('alert')).toHaveTextContent('changed in another window');

    await press(user, t('connection.discardButton'));
    expect(baseUrlBox()).toHaveValue('https://changed.example');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is overwritten if the user saves anyway', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://mine.example');
    await act(() => setService(changed));
    await press(user, 'Save');
    await waitFor(() => expect(statusNamed('Price service')).toHaveTextContent('Saved'));
    expect(await firstService()).toEqual({ baseUrl: 'https://mine.example', headers: [] });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is applied after saving in this window', async () => {
    const user = await openOptions();
    await enter(user, baseUrlBox(), 'https://mine.example');
    await press(user, 'Save');
    await waitFor(() => expect(statusNamed('Price service')).toHaveTextContent('Saved'));
    await act(() => setService(changed));
    expect(baseUrlBox()).toHaveValue('https://changed.example');
    expect(statusNamed('Price service')).not.toHaveTextContent('Unsaved');
  });
});
