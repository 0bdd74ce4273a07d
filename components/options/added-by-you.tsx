/** Marks signers that the user added. The mark cannot be faked by choosing a built-in name. */
export function AddedByYou() {
  return <small className="added-by-you">Added by you</small>;
}
