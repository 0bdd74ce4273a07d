import { topicOf, type Receiver } from './receiver.ts';

/** The content of a notification, and nothing else. */
export interface PhoneMessage {
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
const LONGEST_DISCORD = 2_000;
const LONGEST_OTHER = 3_500;

/**
 * The request that sends a message. Names in it are plain text: they cannot mention anyone or
 * become a link. ntfy and plain JSON include the id; the other services may show a repeat.
 */
export function postOf({ kind, address, chat }: Receiver, message: PhoneMessage): Post {
  const { title, text } = message;
  switch (kind) {
    case 'ntfy':
      return ntfyPost(address, message);
    case 'slack': {
      const body = { text: escapeSlack(unlinked(shorten(`${title}\n${text}`, LONGEST_OTHER))) };
      return { url: address, body: JSON.stringify(body), contentType: TEXT_TYPE };
    }
    case 'discord':
      return json(address, {
        content: shortenEscaped(escapeDiscord(`${title}\n${text}`), LONGEST_DISCORD),
        allowed_mentions: { parse: [] },
      });
    case 'telegram':
      return json(address, {
        chat_id: chat,
        text: unlinked(shorten(`${title}\n${text}`, LONGEST_OTHER)),
        link_preview_options: { is_disabled: true },
      });
    default:
      return json(address, { ...message });
  }
}

/** JSON must be sent to the server's root, but users know the address of the topic. */
function ntfyPost(address: string, { id, title, text }: PhoneMessage): Post {
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

/** Escaping can double a text, and half an escape would format what follows. */
function shortenEscaped(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1).toWellFormed();
  const isHalf = (/\\+$/.exec(cut)?.[0].length ?? 0) % 2 === 1;
  return `${isHalf ? cut.slice(0, -1) : cut}…`;
}

const WORD_JOINER = '\u2060';

/**
 * Slack and Telegram turn domains, addresses, tags and commands into links. An invisible character
 * prevents that. Figures stay as they are.
 */
function unlinked(text: string): string {
  return text
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?=\p{L})|:(?=\/\/)|@(?=[\p{L}\p{N}_])/gu, `$&${WORD_JOINER}`)
    .replaceAll(/(?<![\p{L}\p{N}])[/#$](?=[\p{L}_])/gu, `$&${WORD_JOINER}`);
}
