/** Settings in the console: their list, and the change that sets one. */
import { calls, type DeskSetting, type DeskSettings, deskRoles, SetSetting } from '@tukar/wire'
import { type HttpHost, success } from '../../platform/http/host.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Contact, findContacts } from '../accounts/index.ts'
import { type ChangeKind, type Desk, deskRoute, type Operator } from '../desk/index.ts'
import type { AnySetting } from './any-setting.ts'
import type { LiveSettings } from './live-settings.ts'

type SetInput = { readonly key: string; readonly value: DeskSetting['value'] }

/** Serves `/desk/settings`, and registers the change `setting.set`. */
export function registerSettingsDesk(http: HttpHost, desk: Desk, live: LiveSettings): void {
  desk.changes.register(setSetting(live))
  desk.addNames('setting', (key) => live.find(key)?.title ?? null)
  deskRoute(http, desk, calls.deskSettings, deskRoles, async ({ request, operator }) => {
    const people = live.all().flatMap(({ key }) => live.stored(key)?.changedBy ?? [])
    const names = await findContacts(desk.database, [...new Set(people)])
    const groups = new Map(live.all().map(({ group }) => [group.key, group]))
    const data = [...groups.values()].map(({ key, title }) => ({
      key,
      title,
      settings: live
        .all()
        .filter((one) => one.group.key === key)
        .map((one) => settingRow(one, live, { names, operator })),
    }))
    return success(request, { data: { groups: data } satisfies DeskSettings })
  })
}

type Around = { readonly names: ReadonlyMap<number, Contact>; readonly operator: Operator }

function settingRow(setting: AnySetting, live: LiveSettings, around: Around): DeskSetting {
  const { key, title, note, field, defaultSaid } = setting
  const { value, said } = setting.now()
  const stored = live.stored(key)
  const by = stored?.changedBy
  return {
    key,
    title,
    note,
    field,
    value,
    said,
    default_said: defaultSaid,
    is_default: (stored?.value ?? null) === null,
    changed_at: stored?.changedAt.toISOString() ?? null,
    changed_by: by === undefined ? null : (around.names.get(by)?.name ?? `#${by}`),
    is_mine_to_set: maySet(setting, around.operator),
  }
}

function maySet({ roles }: AnySetting, operator: Operator): boolean {
  return roles.some((role) => operator.roles.includes(role))
}

/** Each setting names its own roles; these roles may set any setting at all. */
function setSetting(live: LiveSettings): ChangeKind<SetInput> {
  const settingOf = (key: string): AnySetting => {
    const setting = live.find(key)
    if (setting === undefined) throw new Refusal('setting.unknown')
    return setting
  }
  return {
    kind: 'setting.set',
    roles: ['finance', 'risk', 'admin'],
    rolesFor: ({ key }) => settingOf(key).roles,
    input: SetSetting,
    async preview({ key, value }, operator) {
      const setting = settingOf(key)
      if (!maySet(setting, operator)) throw new Refusal('desk.forbidden')
      const { title } = setting
      const now = setting.now()
      const next = setting.next(value)
      const isDefault = (live.stored(key)?.value ?? null) === null
      const willBeDefault = value === null
      if (now.value === next.value && isDefault === willBeDefault) {
        throw new Refusal('setting.unchanged')
      }
      return {
        subject: `setting:${key}`,
        title: {
          en: `${title.en}: ${next.said.en}`,
          id: `${title.id}: ${next.said.id}`,
        },
        lines: [{ text: title, before: now.said, after: next.said }],
        warnings: [],
        isSecondNeeded: next.isSecondNeeded,
        before: { value: now.value, isDefault },
        after: { value: next.value, isDefault: willBeDefault },
      }
    },
    apply: ({ key, value }, change) => live.set(key, value, change),
  }
}
