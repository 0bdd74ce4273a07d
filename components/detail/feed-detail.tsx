/** Everything about one feed. */
export default function FeedDetail({ id }: { id: string }) {
  return <p>{id}</p>;
}
