// Compiles dictionaries: entries and read access. A dictionary with limited access is used by no field or parameter.

import { contrastToWhite } from '#config/compile/common/color-contrast.ts'
import { checkDuplicates } from '#config/compile/common/duplicate-values.ts'
import { referToScene } from '#config/compile/site/compile-scenes.ts'
import type { WrittenDictionary } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import { isRelation } from '#shared/access/roles.ts'
import { ICON_NAMES } from '#shared/appearance/icon-names.ts'
import type { Dictionary, DictionaryItem } from '#shared/model/content-model.ts'
import { checkCovers, checkLabels } from './check-entry-labels.ts'

const MIN_CONTRAST = 4.5

function checkCoverStyles(here: Place, items: readonly DictionaryItem[]): void {
  items.forEach(({ label, look }, index) => {
    if (!look) return
    const at = here.at('items', index, 'look')
    if (!(ICON_NAMES as readonly string[]).includes(look.icon))
      at.at('icon').report({
        slug: 'icon_unknown',
        message: `图标“${look.icon}”不存在`,
        found: look.icon,
        known: ICON_NAMES,
      })
    const ratio = contrastToWhite(look.color)
    if (ratio < MIN_CONTRAST)
      at.at('color').report({
        slug: 'look_contrast',
        message: `“${label}”的底色 ${look.color} 与白字的对比度为 ${ratio.toFixed(1)}:1，至少要 ${MIN_CONTRAST}:1`,
        found: look.color,
      })
  })
}

export function toDictionary(here: Place<WrittenDictionary>, name: string): Dictionary {
  const { title, items, access } = here.document.value
  checkDuplicates(here.at('items'), items)
  checkCoverStyles(here, items)
  checkLabels(here, name, items)
  checkCovers(here, name, items)
  items.forEach(({ label, alias = [] }, at) => {
    const same = alias.indexOf(label)
    if (same >= 0)
      here.at('items', at, 'alias', same).report({
        slug: 'alias_same',
        message: `别名“${label}”与显示文字相同，请删去或改为其他说法`,
        found: label,
      })
  })
  items.forEach(({ look }, at) => {
    look?.scenes?.forEach((scene, index) => {
      referToScene(here.at('items', at, 'look', 'scenes', index), scene)
    })
  })
  if (access === undefined) return { name, title, items }
  const readers = [access].flat()
  const relation = readers.find(isRelation)
  if (relation !== undefined)
    here.at('access').report({
      slug: 'dictionary_owner',
      message: `字典没有所有者，access 不能写“${relation}”，请写角色`,
      found: relation,
    })
  return { name, title, items, access: readers }
}

/** Forms, lists and documents carry the values of what they name to everybody who opens them. */
export function referToDictionary(here: Place, name: string): void {
  const dictionaries = here.context.of('dictionary')
  if (!here.refers('dictionary', '字典', name, dictionaries)) return
  const written = dictionaries.get(name)?.value
  const readers = [written?.access ?? 'anyone'].flat()
  if (!readers.includes('anyone'))
    here.report({
      slug: 'dictionary_closed',
      message: `字典“${name}”限定了受众（access），不能用作字段或参数的取值，否则会公开：请去掉限定，或换用其他字典`,
      found: name,
    })
}
