/** A 32-bit hash of the given integers; always the same, so that seeds repeat. */
export function hash32(...parts: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const part of parts) {
    hash = mix(hash ^ (part >>> 0));
    // Times in milliseconds do not fit in 32 bits, so hash the upper part too.
    hash = mix(hash ^ Math.floor(part / 0x1_0000_0000));
  }
  return hash >>> 0;
}

/** A 32-bit hash of a text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mix(hash) >>> 0;
}

/** Numbers in 0 ≤ x < 1, the same sequence for the same seed. */
export function createRandom(seed: number): () => number {
  let count = 0;
  return () => hash32(seed, count++) / 0x1_0000_0000;
}

function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
