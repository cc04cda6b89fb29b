// Owns which pictures stand for the items of a content type.
import type { Field, ItemPicture } from '../../shared/content-model.ts'
import type { ParameterFamily } from '../../shared/parameter-model.ts'

/** None where no field takes its parameters from a family with pictures. */
export function itemPictureOf(
  fields: readonly Field[],
  families: readonly ParameterFamily[],
  /** The family whose illustrations are set into scenes, where there are any. */
  inScenes?: string,
): ItemPicture | undefined {
  const chosen = fields.find(({ parameters }) => parameters !== undefined)?.parameters
  const family = families.find(({ name, pictures }) => name === chosen?.family && pictures)
  if (!chosen || !family) return undefined
  const uploaded = fields.find(({ type }) => type === 'image' || type === 'image-list')
  return {
    ...(uploaded ? { field: uploaded.name } : {}),
    family: chosen.family,
    by: chosen.by,
    ...(chosen.family === inScenes ? { inScenes: family.levels } : {}),
  }
}
