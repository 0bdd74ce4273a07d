/** A message about the last action, with a way to undo it if there is one. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** Answers to the question in `text`. The notice stays until the user chooses one. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}
