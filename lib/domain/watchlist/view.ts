import { CHANGE_PERIODS } from '../history/periods.ts';
import { t } from '../../base/locale/t.ts';
import { isMap } from '../../base/is-map.ts';
import { fitName, MAX_NAME } from '../../base/text/fit-name.ts';
import { feedIdSchema, withDefault, z, listOf } from '../../base/zod.ts';
import { MAX_GROUPS } from '../../base/limits.ts';

export const groupSchema = z.object({
  id: z.string(),
  name: z.string().check(z.maxLength(MAX_NAME)),
  /** In the user's order. A feed may be in several groups. */
  feedIds: z.array(feedIdSchema),
});
export type Group = z.infer<typeof groupSchema>;

export const groupsSchema = z.pipe(
  listOf(groupSchema, MAX_GROUPS),
  z.transform((list) => list.map(withVisibleName)),
);

// An earlier version accepted names that consist of invisible characters.
function withVisibleName(group: Group): Group {
  return { ...group, name: fitName(group.name) || t('group.unnamed') };
}

export const rowNamesSchema = z.pipe(
  z.record(z.string(), z.string().check(z.maxLength(MAX_NAME))),
  z.transform(visibleNames),
);

/** Leaves out names that consist of invisible characters. */
export function visibleNames(names: Record<string, string>): Record<string, string> {
  const fitted = Object.entries(names).map(([id, name]) => [id, fitName(name)]);
  return Object.fromEntries(fitted.filter(([, name]) => name !== ''));
}

export const welcomeSchema = z.enum(['never', 'open', 'done']);

export const listViewSchema = z.object({
  /** `null`: the whole watchlist. */
  groupId: z.nullable(z.string()),
  sort: z.enum(['hand', 'group', 'name', 'change', 'value']),
  density: z.enum(['comfortable', 'compact']),
  changePeriod: z.enum(CHANGE_PERIODS),
  showsConfidence: withDefault(z.boolean(), false),
  /** How changes of prices are shown, in the toolbar too. */
  changeAs: withDefault(z.enum(['percent', 'amount']), 'percent'),
});
export type ListView = z.infer<typeof listViewSchema>;

/** Earlier versions also sorted by asset type and by gain. */
export function withoutOldSorts(view: unknown): unknown {
  if (!isMap(view)) return view;
  const sort = { 'asset-type': 'hand', gain: 'value' }[String(view['sort'])];
  return sort === undefined ? view : { ...view, sort };
}
