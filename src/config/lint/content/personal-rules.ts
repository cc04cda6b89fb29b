// Rules over personal data: fields that look personal are marked, and their retention can begin and has an effect.

import { canContainNumber, personalFieldsOf } from '#shared/access/personal-fields.ts'
import { endedStates } from '#shared/lifecycles/lifecycle.ts'
import type { Field } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { defineRule, type Rule } from '../rule.ts'

/** Titles of fields that name or reach a person; a title of a unit does not end or begin so. */
const TITLES =
  /(姓名|联系人|联系方式|手机|邮箱|微信号|身份证|证件(号|照)|联系地址|通信地址|通讯地址|家庭(住)?址|住址|出生(日期|年月|地)|紧急联系|操控员|驾驶员|操作证号)/
/** Texts about persons in general, such as how to write a name, are no data of one. */
const NO_TITLE = /(单位|机构|企业|公司|部门)(名称|联系)?$|类型$|有效期/
/** What only people have, also where it is chosen from a dictionary. */
const OF_PEOPLE = /^(性别|民族|血型|婚姻状况|政治面貌)$/
/** What a browser fills in from the person's own address book. */
const AUTOCOMPLETE = new Set(['name', 'tel', 'email', 'bday', 'sex', 'street-address', 'address-line1'])

/** Why the value looks personal; undefined where it does not. */
function looksPersonal(title: string, schema: JsonSchema, dict?: string): string | undefined {
  const isWritten = schema.type === 'string' && dict === undefined
  if (OF_PEOPLE.test(title) || (isWritten && TITLES.test(title) && !NO_TITLE.test(title))) return '按名称判断'
  const { properties } = (schema.items ?? schema) as { readonly properties?: Record<string, JsonSchema> }
  for (const part of Object.values(properties ?? {}))
    if (looksPersonal(String(part.title ?? ''), part, part['x-dict'] as string | undefined))
      return `其中有“${part.title}”`
  return undefined
}

/** What the system fills in names an account or an item of its own; a password and a query are kept nowhere. */
const isCopied = ({ from, of, ref, refBy }: Field): boolean =>
  from !== undefined || of !== undefined || ref !== undefined || refBy !== undefined

const unmarked = defineRule('field', ({ at, field, form }) => {
  const { name, title, schema, dict, personal } = field
  if (personal !== undefined || canContainNumber(field) || isCopied(field)) return
  const { autocomplete } = (form.inputs[name]?.options ?? {}) as { readonly autocomplete?: string }
  const why =
    looksPersonal(title, schema, dict) ??
    (autocomplete !== undefined && AUTOCOMPLETE.has(autocomplete)
      ? `浏览器按“${autocomplete}”填写`
      : undefined)
  if (why !== undefined) at.report('personal_unmarked', { found: name, key: true, form, title, why })
})

const retention = defineRule('type', ({ at, type }) => {
  const own = type.fields.flatMap(({ name, personal }) => {
    const period = personal ? personal.retention : undefined
    const place = at.at('fields', 'properties', name, 'x-personal', 'retention')
    return period ? [{ place, ...period }] : []
  })
  const whole = type.personal?.retention && {
    place: at.at('personal', 'retention'),
    ...type.personal.retention,
  }
  if (whole && personalFieldsOf(type).length === 0) whole.place.report('retention_nothing', { type })
  for (const { place, states } of whole ? [whole, ...own] : own) {
    for (const [index, state] of (states ?? []).entries())
      place
        .at('states', index)
        .expect(Object.keys(type.lifecycle.states), state, 'state_unknown.type', { type })
    if (states === undefined && endedStates(type.lifecycle).length === 0)
      place.report('retention_never', { type })
  }
})

export const personalRules: readonly Rule[] = [unmarked, retention]
