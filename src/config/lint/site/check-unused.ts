// Warns of files and names that nothing refers to.

import type { Context } from '#config/load/context.ts'
import { DICTIONARY as OWN_DICTIONARIES } from '#shared/content/program-dictionaries.ts'
import { CHAT_FORM } from '#shared/content/program-forms.ts'

/** Pages are reached by links, the menu, as a parent or as one of site.json. */
const TITLES: Record<string, string> = {
  lifecycle: '生命周期',
  common: '公共定义',
  notice: '通知',
  dictionary: '字典',
  form: '表单',
  samples: '示例数据',
  page: '页面',
}

export function checkUnused(context: Context): void {
  // The program looks these up by itself.
  for (const name of Object.values(OWN_DICTIONARIES)) context.used.add(`dictionary:${name}`)
  context.used.add(`form:${CHAT_FORM}`)
  // Searches use every alias.
  for (const [name, { value }] of context.of('dictionary'))
    if (value.items.some(({ alias }) => alias)) context.used.add(`dictionary:${name}`)
  for (const [kind, title] of Object.entries(TITLES))
    for (const [id, document] of context.of(kind)) {
      if (context.used.has(`${kind}:${id}`) || context.isBorrowed(document)) continue
      context.report(document, [], {
        slug: `${kind}_unused`,
        message: `${title}“${id}”没有被任何配置引用`,
        warning: true,
      })
    }
}
