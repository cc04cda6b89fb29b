// Compiles dictionaries: entries and read access. A dictionary with limited access is used by no field or parameter.

import { contrastToWhite } from '#config/compile/common/color-contrast.ts'
import { checkDuplicates } from '#config/compile/common/duplicate-values.ts'
import { referToScene } from '#config/compile/site/compile-scenes.ts'
import type { WrittenDictionary } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import { Place } from '#config/load/place.ts'
import { isRelation } from '#shared/access/roles.ts'
import { ICON_NAMES } from '#shared/appearance/icon-names.ts'
import { DICTIONARY } from '#shared/content/program-dictionaries.ts'
import type { Dictionary, DictionaryItem } from '#shared/model/content-model.ts'

const MIN_CONTRAST = 4.5

function checkItem(here: Place, { label, look, alias = [] }: DictionaryItem): void {
  const same = alias.indexOf(label)
  if (same >= 0) here.at('alias', same).report('alias_same', { found: label })
  if (!look) return
  const at = here.at('look')
  at.at('icon').expect(ICON_NAMES, look.icon, 'icon_unknown')
  const ratio = contrastToWhite(look.color)
  if (ratio < MIN_CONTRAST)
    at.at('color').report('look_contrast', {
      found: look.color,
      label,
      ratio: ratio.toFixed(1),
      least: MIN_CONTRAST,
    })
  for (const [index, scene] of (look.scenes ?? []).entries()) referToScene(at.at('scenes', index), scene)
}

export function toDictionary(here: Place<WrittenDictionary>, name: string): Dictionary {
  const { title, items, access } = here.document.value
  checkDuplicates(here.at('items'), items)
  for (const [index, item] of items.entries()) checkItem(here.at('items', index), item)
  checkLabels(here, name, items)
  checkCovers(here, name, items)
  if (access === undefined) return { name, title, items }
  const readers = [access].flat()
  const relation = readers.find(isRelation)
  if (relation !== undefined) here.at('access').report('dictionary_owner', { found: relation })
  return { name, title, items, access: readers }
}

/** Forms, lists and documents carry the values of what they name to everybody who opens them. */
export function referToDictionary(here: Place, name: string): void {
  const dictionaries = here.context.of('dictionary')
  if (!here.refers('dictionary', '字典', name, dictionaries)) return
  const written = dictionaries.get(name)?.value
  const readers = [written?.access ?? 'anyone'].flat()
  if (!readers.includes('anyone')) here.report('dictionary_closed', { found: name })
}

/** Returns the dictionary of covers, from which nobody chooses. */
const coversOf = (context: Context): string | undefined => context.of('site').get('site')?.value.covers

function checkLabels(here: Place, name: string, items: readonly DictionaryItem[]): void {
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
      here.at('items', index, 'label').report('label_twice', { found: label, other, value })
    else seen.set(key, value)
  }
}

/** Looks are drawn from one dictionary only, by the codes, types and zones that items name. */
function checkCovers(here: Place, name: string, items: readonly DictionaryItem[]): void {
  const covers = coversOf(here.context)
  if (covers === undefined || here.document.isMade) return
  const drawn = items.flatMap((item, index) => (item.look ? [[index, item.value] as const] : []))
  if (name === covers && drawn.length === 0 && !here.context.isInvalid('site', 'site'))
    new Place(here.context, here.context.of('site').get('site') as Document, ['covers']).report(
      'covers_plain',
      {
        found: name,
        known: [...here.context.of('dictionary')].flatMap(([id, { value }]) =>
          value.items.some(({ look }) => look) ? [id] : [],
        ),
      },
    )
  if (name === covers) checkCodes(here, drawn)
  else if (
    here.context
      .of('dictionary')
      .get(covers)
      ?.value.items.some(({ look }) => look)
  )
    for (const [index] of drawn.slice(0, 1))
      here.at('items', index, 'look').report('look_unused', { found: name, expected: covers, key: true })
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
  for (const [index, value] of drawn) here.at('items', index, 'value').expect(known, value, 'cover_unknown')
}
