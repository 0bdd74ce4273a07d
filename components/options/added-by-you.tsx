/** Marks signers that are not built in, however they are called. */
export function AddedByYou() {
  return <small className="added-by-you">Added by you</small>;
}
