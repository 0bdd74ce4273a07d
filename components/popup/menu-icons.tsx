import { Icon } from '../shared/icons.tsx';

// Icons of menu items. They are loaded with the menus, not with the page.

export function OpenIcon() {
  return <Icon isDirectional path="M2.5 12.5 6 8.4l2.6 2.2 4.9-6M10 4.6h3.5v3.5" />;
}

export function PencilIcon() {
  return <Icon path="m10.6 3 2.4 2.4-7.4 7.4-3 .6.6-3z" />;
}

export function ArrowUpIcon() {
  return <Icon path="M8 13V3.5M4 7.3l4-4 4 4" />;
}

export function ArrowDownIcon() {
  return <Icon path="M8 3v9.5M4 8.7l4 4 4-4" />;
}

export function ToTopIcon() {
  return <Icon path="M3 2.5h10M8 13.5V6M4.5 9.3 8 5.8l3.5 3.5" />;
}

export function ArrowLeftIcon() {
  return <Icon path="M13 8H3.5M7.3 4l-4 4 4 4" />;
}

export function ArrowRightIcon() {
  return <Icon path="M3 8h9.5M8.7 4l4 4-4 4" />;
}

export function NewGroupIcon() {
  return <Icon path="M2 12.5v-9h4l1.4 1.8H14v7.2zM8 7.2v3.4M6.3 8.9h3.4" />;
}

export function RemoveFromGroupIcon() {
  return <Icon path="M2 12.5v-9h4l1.4 1.8H14v7.2zM6.3 8.9h3.4" />;
}

export function TrashIcon() {
  return <Icon path="M2.8 4.2h10.4M6 4V2.5h4V4M4.2 4.4l.6 9.1h6.4l.6-9.1M6.8 7v4M9.2 7v4" />;
}

export function KeyboardIcon() {
  return <Icon path="M1.8 4h12.4v8H1.8zM4.4 6.6h.01M7 6.6h.01M9.4 6.6h.01M11.8 6.6h.01M5 9.4h6" />;
}
