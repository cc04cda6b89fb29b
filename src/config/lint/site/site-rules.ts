// Rules over files as wholes: options of widgets, files that nothing uses, and what `$allow` silences.

import { checkKeywords } from '#config/compile/common/check-schema.ts'
import { CODES, isSilenceable } from '#config/load/codes.ts'
import { Place } from '#config/load/place.ts'
import { allowancesOf } from '#config/load/silenced.ts'
import { DICTIONARY as OWN_DICTIONARIES } from '#shared/content/program-dictionaries.ts'
import { CHAT_FORM } from '#shared/content/program-forms.ts'
import type { JsonSchema } from '#shared/model/json.ts'
import { defineRule, type Rule } from '../rule.ts'

/** Widgets declare their options with valid JSON Schema. */
const widgetSchemas = defineRule({
  codes: ['type_unknown', 'format_unknown'],
  on: 'model',
  check({ context }) {
    for (const document of context.of('widget').values()) {
      const options = document.value.options as JsonSchema | undefined
      if (options) checkKeywords(new Place(context, document, ['options']), options)
    }
  },
})

/** Pages are reached by links, the menu, as a parent or as one of site.json. */
const UNUSED_TITLES = {
  lifecycle: '生命周期',
  common: '公共定义',
  notice: '通知',
  dictionary: '字典',
  form: '表单',
  samples: '示例数据',
  page: '页面',
} as const
type UnusedKind = keyof typeof UNUSED_TITLES

const unusedFiles = defineRule({
  codes: Object.keys(UNUSED_TITLES).map((kind) => `${kind as UnusedKind}_unused` as const),
  on: 'model',
  needs: 'whole',
  check({ context }) {
    // The program looks these up by itself.
    for (const name of Object.values(OWN_DICTIONARIES)) context.used.add(`dictionary:${name}`)
    context.used.add(`form:${CHAT_FORM}`)
    // Searches use every alias.
    for (const [name, { value }] of context.of('dictionary'))
      if (value.items.some(({ alias }) => alias)) context.used.add(`dictionary:${name}`)
    for (const [kind, title] of Object.entries(UNUSED_TITLES) as [UnusedKind, string][])
      for (const [id, document] of context.of(kind))
        if (!context.used.has(`${kind}:${id}`) && !context.isBorrowed(document))
          context.report(document, [], {
            slug: `${kind}_unused`,
            message: `${title}“${id}”没有被任何配置引用`,
          })
  },
})

/** The last rule: what is silenced is known when all others have run. */
const allowances = defineRule({
  codes: ['allow_unknown', 'allow_refused', 'allow_idle'],
  on: 'file',
  check({ at }, { context }) {
    const isBroken = context.problems.some(({ severity }) => severity === 'error')
    for (const { code, path } of allowancesOf(at.document)) {
      const place = at.at(...path, 'code')
      if (!place.expect(CODES.keys(), code, 'allow_unknown', `没有代码“${code}”，$allow 不起作用`)) continue
      if (!isSilenceable(code))
        place.report(
          'allow_refused',
          `“${code}”不能停用：${CODES.get(code)?.what}时配置无法使用，请改正错误本身`,
          { found: code },
        )
      // Of a broken configuration not all rules have run.
      else if (!isBroken && !context.silenced.has(at.document, code))
        place.report('allow_idle', `此文件没有“${code}”的检查结果，$allow 不起作用：请删去`, { found: code })
    }
  },
})

export const siteRules: readonly Rule[] = [widgetSchemas]
export const lastSiteRules: readonly Rule[] = [unusedFiles]
export const allowanceRules: readonly Rule[] = [allowances]
