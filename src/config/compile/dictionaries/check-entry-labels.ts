// Checks that the entries of a dictionary are distinct: their labels for people, their codes for drawn covers.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { DictionaryItem } from '#shared/model/content-model.ts'

/** Returns the dictionary of covers, from which nobody chooses. */
const coversOf = (context: Context): string | undefined =>
  (context.of('site').get('site')?.value as { readonly covers?: string } | undefined)?.covers

export function checkLabels(
  context: Context,
  document: Document,
  name: string,
  items: readonly DictionaryItem[],
): void {
  // Made of other files, where their names are looked at.
  if (document.isMade || document.text === '' || name === coversOf(context)) return
  // States of several lifecycles may be called alike.
  if (name === DICTIONARY.states) return
  const seen = new Map<string, string>()
  for (const [index, { value, label, parent, look }] of items.entries()) {
    // Looks are drawn, not chosen.
    if (look) continue
    const key = `${parent ?? ''}\n${label}`
    const other = seen.get(key)
    if (other !== undefined)
      context.report(document, ['items', index, 'label'], {
        slug: 'label_twice',
        message: `名称“${label}”由代码 ${other} 和 ${value} 共用，无法区分，请改其一`,
        found: label,
      })
    else seen.set(key, value)
  }
}

/** Looks are drawn from one dictionary only, by the codes, types and zones that items name. */
export function checkCovers(
  context: Context,
  document: Document,
  name: string,
  items: readonly DictionaryItem[],
): void {
  const covers = coversOf(context)
  if (covers === undefined || document.isMade) return
  const drawn = items.flatMap((item, index) => (item.look ? [[index, item.value] as const] : []))
  if (name === covers && drawn.length === 0 && !context.isInvalid('site', 'site'))
    context.report(context.of('site').get('site') as Document, ['covers'], {
      slug: 'covers_plain',
      message: `字典“${name}”没有写明图样（look），不能用作默认封面`,
      found: name,
      known: [...context.of('dictionary')].flatMap(([id, { value }]) =>
        value.items.some(({ look }) => look) ? [id] : [],
      ),
    })
  if (name === covers) checkCodes(context, document, drawn)
  else if (
    context
      .of('dictionary')
      .get(covers)
      ?.value.items.some(({ look }) => look)
  )
    for (const [index] of drawn.slice(0, 1))
      context.report(document, ['items', index, 'look'], {
        slug: 'look_unused',
        message: `图样（look）只取自字典“${covers}”（site.json 的 covers），写在“${name}”中不起作用，请删去`,
        found: name,
        expected: covers,
        key: true,
      })
}

function checkCodes(
  context: Context,
  document: Document,
  drawn: readonly (readonly [number, string])[],
): void {
  const broken = ['content', 'zone', 'dictionary', 'set', 'family'].flatMap((kind) =>
    context.invalidIds(kind),
  )
  if (broken.length > 0) return
  const known = new Set([...context.of('content').keys(), ...context.of('zone').keys()])
  for (const [id, { value }] of context.of('dictionary'))
    if (id !== coversOf(context)) for (const item of value.items) known.add(item.value)
  // Topics are items.
  for (const { value } of context.of('samples').values())
    for (const item of value.items) if (typeof item._id === 'string') known.add(item._id)
  for (const [index, value] of drawn)
    if (!known.has(value))
      context.report(document, ['items', index, 'value'], {
        slug: 'cover_unknown',
        warning: true,
        message: `没有名为“${value}”的内容类型、专区、类目或代码，该封面不会显示：请改正名称`,
        found: value,
        known,
      })
}
