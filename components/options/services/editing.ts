/** The service that a form shows. */
export interface Editing {
  /** `null`: a new service. */
  id: string | null;
  /** The connection is tested when this changes to another number than 0. */
  test: number;
}
