import { topicOf, type Receiver } from './receiver.ts';

/** The content of a notification, and nothing else. */
export interface Message {
  /** Unchanged when the message is sent again, so that a receiver can drop repeats. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Post {
  readonly url: string;
  readonly body: string;
  readonly contentType: string;
}

const JSON_TYPE = 'application/json';
/**
 * Slack rejects CORS preflight requests, which JSON requires, but reads JSON sent as plain text.
 */
const TEXT_TYPE = 'text/plain';

// The services cut longer messages or reject them.
const LONGEST_NTFY = 3_000;
const LONGEST_DISCORD = 1_900;
const LONGEST_OTHER = 3_500;

/**
 * The request that sends a message. Names in it are plain text: they cannot mention anyone or
 * become a link. ntfy and plain JSON include the id; the other services may show a repeat.
 */
export function postOf({ kind, address, chat }: Receiver, message: Message): Post {
  const { title, text } = message;
  switch (kind) {
    case 'ntfy':
      return ntfyPost(address, message);
    case 'slack': {
      const body = { text: escapeSlack(shorten(`${title}\n${text}`, LONGEST_OTHER)) };
      return { url: address, body: JSON.stringify(body), contentType: TEXT_TYPE };
    }
    case 'discord':
      return json(address, {
        content: escapeDiscord(shorten(`${title}\n${text}`, LONGEST_DISCORD)),
        allowed_mentions: { parse: [] },
      });
    case 'telegram':
      return json(address, {
        chat_id: chat,
        text: shorten(`${title}\n${text}`, LONGEST_OTHER),
        link_preview_options: { is_disabled: true },
      });
    default:
      return json(address, { ...message });
  }
}

/** JSON must be sent to the server's root, but users know the address of the topic. */
function ntfyPost(address: string, { id, title, text }: Message): Post {
  const url = new URL(address);
  const topic = topicOf(url);
  url.pathname = url.pathname.replace(/[^/]*\/*$/, '');
  return json(url.href, {
    topic,
    title,
    message: shorten(text, LONGEST_NTFY),
    sequence_id: id.replaceAll(/[^\w-]/g, '_').slice(-64),
  });
}

function json(url: string, body: object): Post {
  return { url, body: JSON.stringify(body), contentType: JSON_TYPE };
}

function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** These three characters begin links, mentions and entities. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Only ASCII punctuation formats text. */
function escapeDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<@:-]/g, String.raw`\$&`);
}
