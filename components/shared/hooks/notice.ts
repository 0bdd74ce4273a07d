/** About the last action. */
export interface Notice {
  text: string;
  undo: (() => Promise<unknown>) | null;
  /** To the question in `text`. The notice stays until the user chooses one. */
  answers?: readonly { label: string; choose: () => Promise<void> }[];
}
