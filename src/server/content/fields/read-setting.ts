// Reads a setting that operators store as a row of a content type.
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#server/platform/database/tables/schema.ts'
import { parseSetting, type SettingValue } from '#shared/forms/setting.ts'
import { presentStates } from '#shared/lifecycles/lifecycle.ts'
import type { Model } from '#shared/model/model.ts'
import { rulesOf } from '#shared/validation/form-rules.ts'

/** `named` such as `missionParameter.smsNotice`. Undefined where there is no such setting; else at least its default. */
export async function readSetting(
  db: Kysely<Schema>,
  model: Model,
  named: string,
): Promise<SettingValue | undefined> {
  const [typeName, name] = named.split('.')
  const type = model.contentTypes.find((candidate) => candidate.name === typeName)
  const rule = type && rulesOf(type.schema).find((one) => one.kind === 'setting' && one.name === name)
  if (!type || rule?.kind !== 'setting') return undefined
  const { rows } = await sql<{ value: unknown }>`
    select body->>${rule.field} as value from item
    where type = ${type.name} and body->>${rule.other} = ${rule.name} and status in (${sql.join(presentStates(type.lifecycle))})
    order by updated_at desc limit 1`.execute(db)
  return parseSetting(rule.setting, rows[0]?.value) ?? rule.setting.default
}
