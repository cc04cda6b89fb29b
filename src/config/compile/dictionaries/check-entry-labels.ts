// Checks that the entries of a dictionary are distinct: their labels for people, their codes for drawn covers.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'

/** Returns the dictionary of covers, from which nobody chooses. */
const coversOf = (context: Context): string | undefined =>
  (context.of('site').get('site')?.value as { readonly covers?: string } | undefined)?.covers

export function checkLabels(here: Place, name: string, items: readonly DictionaryItem[]): void {
  // Made of other files, where their names are looked at.
  if (here.document.isMade || here.document.text === '' || name === coversOf(here.context)) return
  // States of several lifecycles may be called alike.
  if (name === DICTIONARY.states) return
  const seen = new Map<string, string>()
  for (const [index, { value, label, parent, look }] of items.entries()) {
    // Looks are drawn, not chosen.
    if (look) continue
    const key = `${parent ?? ''}\n${label}`
    const other = seen.get(key)
    if (other !== undefined)
      here.at('items', index, 'label').report({
        slug: 'label_twice',
        message: `名称“${label}”由代码 ${other} 和 ${value} 共用，无法区分，请改其一`,
        found: label,
      })
    else seen.set(key, value)
  }
}

/** Looks are drawn from one dictionary only, by the codes, types and zones that items name. */
export function checkCovers(here: Place, name: string, items: readonly DictionaryItem[]): void {
  const covers = coversOf(here.context)
  if (covers === undefined || here.document.isMade) return
  const drawn = items.flatMap((item, index) => (item.look ? [[index, item.value] as const] : []))
  if (name === covers && drawn.length === 0 && !here.context.isInvalid('site', 'site'))
    here.context.report(here.context.of('site').get('site') as Document, ['covers'], {
      slug: 'covers_plain',
      message: `字典“${name}”没有写明图样（look），不能用作默认封面`,
      found: name,
      known: [...here.context.of('dictionary')].flatMap(([id, { value }]) =>
        value.items.some(({ look }) => look) ? [id] : [],
      ),
    })
  if (name === covers) checkCodes(here, drawn)
  else if (
    here.context
      .of('dictionary')
      .get(covers)
      ?.value.items.some(({ look }) => look)
  )
    for (const [index] of drawn.slice(0, 1))
      here.at('items', index, 'look').report({
        slug: 'look_unused',
        message: `图样（look）只取自字典“${covers}”（site.json 的 covers），写在“${name}”中不起作用，请删去`,
        found: name,
        expected: covers,
        key: true,
      })
}

function checkCodes(here: Place, drawn: readonly (readonly [number, string])[]): void {
  const broken = ['content', 'zone', 'dictionary', 'set', 'family'].flatMap((kind) =>
    here.context.invalidIds(kind),
  )
  if (broken.length > 0) return
  const known = new Set([...here.context.of('content').keys(), ...here.context.of('zone').keys()])
  for (const [id, { value }] of here.context.of('dictionary'))
    if (id !== coversOf(here.context)) for (const item of value.items) known.add(item.value)
  // Topics are items.
  for (const { value } of here.context.of('samples').values())
    for (const item of value.items) if (typeof item._id === 'string') known.add(item._id)
  for (const [index, value] of drawn)
    if (!known.has(value))
      here.at('items', index, 'value').report({
        slug: 'cover_unknown',
        message: `没有名为“${value}”的内容类型、专区、类目或代码，该封面不会显示：请改正名称`,
        found: value,
        known,
      })
}
