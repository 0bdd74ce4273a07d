/** A message about the last action. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** Choices for the question in `text`. The notice stays until the user chooses one. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}
