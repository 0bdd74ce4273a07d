import { describe, expect, it } from 'vitest';
import { postOf, type PhoneMessage } from '@/lib/domain/forwarding/post.ts';
import type { Receiver, ReceiverKind } from '@/lib/domain/forwarding/receiver.ts';

const MESSAGE: PhoneMessage = {
  id: `notification|${'e'.repeat(64)}|a1.1795000000|a1.1795000000`,
  title: 'BTC/USD rose above 82,000',
  text: '82,010.25 · 14:05',
};

function post(kind: ReceiverKind, address: string, message = MESSAGE) {
  const receiver: Receiver = { isOn: true, kind, address, chat: '-100200' };
  const { body, ...others } = postOf(receiver, message);
  return { ...others, body: JSON.parse(body) as Record<string, unknown> };
}

describe('a message', () => {
  it('to ntfy goes to the root as JSON, with the topic and an id that replaces repeats', () => {
    expect(post('ntfy', 'https://ntfy.sh/my-topic?auth=abc')).toEqual({
      url: 'https://ntfy.sh/?auth=abc',
      contentType: 'application/json',
      body: {
        topic: 'my-topic',
        title: MESSAGE.title,
        message: MESSAGE.text,
        sequence_id: MESSAGE.id.replaceAll(/[|.]/g, '_').slice(-64),
      },
    });
  });

  it('to an ntfy below a path keeps the path', () => {
    expect(post('ntfy', 'https://own.example/push/topic/').url).toBe('https://own.example/push/');
  });

  it('to Slack is a text without a JSON type, in which nothing is a link or a mention', () => {
    const message = { ...MESSAGE, title: '<!channel> & <https://evil.example|click>' };
    expect(post('slack', 'https://hooks.slack.com/services/T/B/x', message)).toEqual({
      url: 'https://hooks.slack.com/services/T/B/x',
      contentType: 'text/plain',
      body: {
        text: `&lt;!channel&gt; &amp; &lt;https:\u2060//\u2060evil.\u2060example|click&gt;\n${MESSAGE.text}`,
      },
    });
  });

  it('to Discord mentions nobody and formats nothing', () => {
    const message = { ...MESSAGE, title: '@everyone **now** [here](https://evil.example)' };
    const { body, ...others } = post('discord', 'https://discord.com/api/webhooks/1/x', message);
    expect(others.contentType).toBe('application/json');
    expect(body['allowed_mentions']).toEqual({ parse: [] });
    expect(String(body['content']).split('\n')[0]).toBe(
      String.raw`\@everyone \*\*now\*\* \[here\]\(https\://evil.example\)`,
    );
  });

  it('to Telegram is plain text in the chat', () => {
    expect(post('telegram', 'https://api.telegram.org/bot1:x/sendMessage')).toEqual({
      url: 'https://api.telegram.org/bot1:x/sendMessage',
      contentType: 'application/json',
      body: {
        chat_id: '-100200',
        text: `${MESSAGE.title}\n${MESSAGE.text}`,
        link_preview_options: { is_disabled: true },
      },
    });
  });

  it('to anything else is its id, title and text', () => {
    expect(post('json', 'https://own.example/hook').body).toEqual(MESSAGE);
  });

  it.each([
    ['slack', 'https://hooks.slack.com/services/T/B/x'],
    ['telegram', 'https://api.telegram.org/bot1:x/sendMessage'],
  ] as const)(
    'to %s turns no name into a link, and leaves figures as they are',
    (kind, address) => {
      const title = 'evil.com http://1.2.3.4 @admin x@y.zz /start #tag $BTC пример.рф';
      const { body } = post(kind, address, { ...MESSAGE, title });
      const [shown = '', figures] = String(body['text']).split('\n');
      expect(shown.replaceAll('\u2060', '')).toBe(title);
      expect(shown).not.toMatch(/\w\.[a-zр]|:\/|@\w|(^| )[/#$]\w/u);
      expect(figures).toBe(MESSAGE.text);
    },
  );

  it('to Discord has at most 2,000 characters once it is escaped, and no half escape', () => {
    for (const text of [
      '*'.repeat(3_000),
      `a${'*'.repeat(3_000)}`,
      '\\'.repeat(1_500),
      '😀'.repeat(1_500),
    ]) {
      const { body } = post('discord', 'https://discord.com/api/webhooks/1/x', {
        ...MESSAGE,
        text,
      });
      const content = String(body['content']);
      expect(content.length).toBeLessThanOrEqual(2_000);
      expect(content.length).toBeGreaterThan(1_990);
      expect(content).toMatch(/(?<!\\)(?:\\\\)*(?:\\\*|😀|\uFFFD)?…$/u);
      expect(content.isWellFormed()).toBe(true);
    }
  });

  it.each<[ReceiverKind, string, number]>([
    ['ntfy', 'message', 3_000],
    ['slack', 'text', 3_500],
    ['telegram', 'text', 3_500],
  ])('to %s is shortened to what the service takes', (kind, field, longest) => {
    const { body } = post(kind, 'https://a.example/b', { ...MESSAGE, text: 'x'.repeat(9_000) });
    expect(String(body[field])).toHaveLength(longest);
    expect(String(body[field]).endsWith('x…')).toBe(true);
  });
});
