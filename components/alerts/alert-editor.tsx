/** A new alert on a feed, or another form for one that exists. */
export type AlertEditorProps = { feedId: string; level: string | null } | { alertId: string };

export default function AlertEditor(props: AlertEditorProps) {
  return <p>{'alertId' in props ? props.alertId : props.feedId}</p>;
}
