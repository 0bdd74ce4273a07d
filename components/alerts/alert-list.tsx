/** All alerts with their state. */
export default function AlertList() {
  return <p>Alerts</p>;
}
