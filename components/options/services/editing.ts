/** The service that a form shows. */
export interface Editing {
  /** `null`: a new service. */
  id: string | null;
  /** The connection is tested whenever this is another object. */
  testRequest: object | null;
}
