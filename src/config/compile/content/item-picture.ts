// Compiles the pictures of a content type's items.

import { findField } from '#config/compile/common/find-field.ts'
import { given } from '#config/compile/common/given.ts'
import type { WrittenContentType } from '#config/generated/written.ts'
import type { Place } from '#config/load/place.ts'
import type { Field, FieldType } from '#shared/model/content-model.ts'
import type { DrawnPicture, ItemPicture } from '#shared/model/item-picture.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'

/** The fields of each kind of drawn picture: those it needs, and those it may show besides. */
const SHOWN: Readonly<Record<DrawnPicture['draw'], { needs: readonly string[]; may: readonly string[] }>> = {
  journal: { needs: ['name'], may: ['number', 'year'] },
  plate: { needs: ['number'], may: ['year', 'by'] },
  portrait: { needs: ['name'], may: [] },
  emblem: { needs: ['name'], may: [] },
  poster: { needs: [], may: ['seconds'] },
}

/** Field types that can be drawn as a name. */
const WRITTEN: readonly FieldType[] = ['text', 'long-text', 'dict', 'ref']

/** Undefined where nothing but covers can be drawn. */
export function itemPictureOf(
  here: Place<WrittenContentType>,
  fields: readonly Field[],
  families: readonly ParameterFamily[],
): ItemPicture | undefined {
  const uploaded = fields.find(({ type }) => type === 'image' || type === 'image-list')
  const own = uploaded ? { field: uploaded.name } : {}
  const drawn = drawnOf(here, fields)
  if (drawn) return { ...own, drawn }
  const chosen = fields.find(({ parameters }) => parameters !== undefined)?.parameters
  const family = families.find(({ name, pictures }) => name === chosen?.family && pictures)
  if (!chosen || !family) return undefined
  const inScenes = here.context.of('palette').get('palette')?.value.family === family.name
  return { ...own, family: family.name, by: chosen.by, ...(inScenes ? { inScenes: family.levels } : {}) }
}

function drawnOf(here: Place<WrittenContentType>, fields: readonly Field[]): DrawnPicture | undefined {
  const { picture } = here.document.value
  if (!picture) return undefined
  const { draw, by, ...named } = picture
  const { needs, may } = SHOWN[draw]
  const known = [...needs, ...may]
  for (const [key, found] of Object.entries({ ...named, ...given({ by }) })) {
    const at = here.at('picture', key)
    if (known.includes(key)) findField(at, fields, found)
    else at.report('picture_field.none', { key: true, draw, name: key, allowed: known.join('、') || '无' })
  }
  const drawn = fields.find(({ name }) => name === named.name)
  if (drawn && !WRITTEN.includes(drawn.type))
    here.at('picture', 'name').report('picture_field.name', { found: drawn.type, drawn })
  for (const key of needs)
    if (!(key in picture)) here.at('picture').report('picture_needs', { draw, property: key })
  const dict = fields.find(({ name }) => name === by)?.dict
  return { draw, ...named, ...(by === undefined ? {} : { by: { field: by, ...(dict ? { dict } : {}) } }) }
}
