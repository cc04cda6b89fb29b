// Compiles scenes: the hours, colours and illustrations that they name exist.

import { checkDuplicates } from '#config/compile/common/duplicate-values.ts'
import type { WrittenPalette, WrittenScene } from '#config/generated/written.ts'
import type { Context } from '#config/load/context.ts'
import { Place } from '#config/load/place.ts'
import type { Layer, Palette, Scene, Scenes } from '#shared/model/scene-model.ts'
import type { ParameterFamily } from '#shared/parameters/parameter-model.ts'

/** Undefined where there is no palette. */
export function compileScenes(context: Context, families: readonly ParameterFamily[]): Scenes | undefined {
  const [found] = [...context.of('palette').values()]
  const documents = [...context.of('scene')]
  if (!found) {
    if (context.invalidIds('palette').length === 0)
      for (const [, document] of documents) new Place(context, document).report('palette_missing')
    return undefined
  }
  const palette = toPalette(new Place(context, found), families)
  const sets = families.find(({ name }) => name === palette.family)?.sets.map(({ id }) => id) ?? []
  // Invalid categories are reported in their own files.
  const invalidIds = context
    .invalidIds('set')
    .flatMap((id) => (id.startsWith(`${palette.family}/`) ? [id.slice(palette.family.length + 1)] : []))
  const drawn = [...sets, ...invalidIds]
  return {
    palette,
    scenes: documents.map(([name, document]) => toScene(new Place(context, document), name, palette, drawn)),
  }
}

function toPalette(here: Place<WrittenPalette>, families: readonly ParameterFamily[]): Palette {
  const { family, materials, times } = here.document.value
  const pictured = new Map(families.filter(({ pictures }) => pictures).map((one) => [one.name, one]))
  here.at('family').refers('family', '有插图的参数族', family, pictured)
  checkDuplicates(
    here.at('times'),
    times.map(({ name }) => ({ value: name, label: name })),
  )
  // Their schema wants these.
  return { family, materials: materials as Palette['materials'], times: times as Palette['times'] }
}

function toScene(here: Place<WrittenScene>, name: string, palette: Palette, drawn: readonly string[]): Scene {
  const { title, times, weathers, compositions } = here.document.value
  const ask = (at: Place, what: string, found: string, known: readonly string[]) =>
    at.expect(known, found, 'picture_part_unknown', { what })
  const hours = palette.times.map((time) => time.name)
  for (const [index, time] of times.entries()) ask(here.at('times', index), '时刻', time, hours)
  for (const [which, layers] of compositions.entries())
    for (const [index, layer] of layers.entries()) {
      const at = here.at('compositions', which, index)
      if (layer.material !== undefined)
        ask(at.at('material'), '颜色', layer.material, Object.keys(palette.materials))
      for (const [number, id] of (layer.of ?? []).entries()) ask(at.at('of', number), '类目', id, drawn)
      checkThing(at, layer as Layer)
    }
  return { name, title, times, weathers, compositions: compositions as Scene['compositions'] }
}

function checkThing(here: Place, { draw, of }: Layer): void {
  if ((draw === 'thing') === (of !== undefined)) return
  here.report(draw === 'thing' ? 'thing_of.missing' : 'thing_of.needless')
}

/** Checks that a scene named by a zone, a cover or the like exists. */
export function referToScene(here: Place, name: string): void {
  here.refers('scene', '场景插图', name, here.context.of('scene'))
}
