// Compiles `x-settings`: resolves the field of the names, checks defaults, and turns them into rules.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { parseSetting, type Setting, toSettingMessage } from '#shared/forms/setting.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import { type FormRule, rulesOf } from '#shared/validation/form-rules.ts'

export interface WrittenSettings {
  readonly by: string
  readonly of: Readonly<Record<string, Setting>>
}

type SettingRule = Extract<FormRule, { kind: 'setting' }>

/** Rules of the field that holds the values, and of the one that holds the names. */
export function compileSettings(
  here: Place,
  field: Field,
  written: WrittenSettings | undefined,
  fields: readonly Field[],
): FormRule[] {
  if (!written) return []
  const at = here.at('fields', 'properties', field.name, 'x-settings')
  const other = findNames(at.at('by'), written.by.slice('form.'.length), fields)
  if (!other) return []
  for (const [name, setting] of Object.entries(written.of)) checkDefault(at.at('of', name), setting)
  const names = Object.keys(written.of)
  return [
    {
      field: other.name,
      kind: 'named',
      names,
      message: `${other.title}应为 ${names.join('、')}${names.length > 1 ? ' 之一' : ''}`,
    },
    ...Object.entries(written.of).map(
      ([name, setting]): SettingRule => ({
        field: field.name,
        kind: 'setting',
        other: other.name,
        name,
        setting,
        message: toSettingMessage(field.title, name, setting),
      }),
    ),
  ]
}

function findNames(here: Place, name: string, fields: readonly Field[]): Field | undefined {
  const other = here.find('field', '字段', name, new Map(fields.map((field) => [field.name, field])))
  if (!other || (other.type === 'text' && other.unique && other.required)) return other
  here.report('setting_names', { found: other.name, other })
  return undefined
}

function checkDefault(here: Place, setting: Setting): void {
  const { type, default: usual } = setting
  const text = typeof usual === 'boolean' ? (usual ? '开启' : '关闭') : String(usual)
  if ((type === 'boolean') === (typeof usual === 'boolean') && parseSetting(setting, text) === usual) return
  here.at('default').report('default_refused.setting', { found: String(usual) })
}

/** The settings of a type, by name. */
export function settingsOf({ schema }: Pick<ContentType, 'schema'>): ReadonlyMap<string, SettingRule> {
  return new Map(
    rulesOf(schema).flatMap((rule) => (rule.kind === 'setting' ? [[rule.name, rule] as const] : [])),
  )
}

/**
 * Checks that each setting is read by the property that names it; nobody would notice that a setting has no effect.
 * `named` are the settings that notices name.
 */
export function checkSettingsRead(
  context: Context,
  types: readonly ContentType[],
  named: readonly string[],
): void {
  const read = new Set(named)
  for (const { name, map } of types) {
    const document = context.of('content').get(name)
    if (map?.within === undefined || !document) continue
    read.add(map.within)
    refersToSetting(context, document, ['map', 'within'], map.within, types, 'number')
  }
  for (const type of types) {
    const document = context.of('content').get(type.name)
    for (const [name, { field }] of settingsOf(type))
      if (document && !read.has(`${type.name}.${name}`))
        new Place(context, document, ['fields', 'properties', field, 'x-settings', 'of', name]).report(
          'setting_unread',
          { found: name, key: true, type },
        )
  }
}

/** Reports a name, such as `missionParameter.smsNotice`, of which there is no setting of that kind. */
export function refersToSetting(
  context: Context,
  document: Document,
  path: Path,
  named: string,
  types: readonly ContentType[],
  wanted: 'boolean' | 'number',
): boolean {
  const known = types.flatMap((type) =>
    [...settingsOf(type)].flatMap(([name, { setting }]) =>
      (setting.type === 'boolean') === (wanted === 'boolean') ? [`${type.name}.${name}`] : [],
    ),
  )
  const [typeName = ''] = named.split('.')
  if (known.includes(named) || context.isInvalid('content', typeName)) return true
  new Place(context, document, path).report('setting_unknown', {
    found: named,
    known,
    kind: wanted === 'boolean' ? '可以开启与关闭' : '取值为数字',
  })
  return false
}
