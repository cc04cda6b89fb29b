// Compiles pages made of sections; the file of a zone is one too.

import { ROOTS_OF_PAGES } from '#config/compile/links/compile-context.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { compileSections } from '#config/compile/pages/parts/compile-sections.ts'
import { sectionPreloads } from '#config/compile/pages/preloads.ts'
import type { WrittenZone, WrittenZonePage } from '#config/generated/written.ts'
import { sceneAddress, variantOf } from '#shared/addresses/scene-address.ts'
import type { ZonePage } from '#shared/model/pages/zone.ts'

type Written = WrittenZonePage | WrittenZone

export const KIND: PageKindFile<ZonePage, Written> = {
  roots: ({ isZone }) => (isZone ? [...ROOTS_OF_PAGES, 'zone'] : ROOTS_OF_PAGES),
  compile: (given) => ({
    ...given.base,
    kind: 'zone',
    ...heroOf(given),
    sections: compileSections(given.at.at('sections'), given.written.sections),
    ...('category' in given.written ? { category: given.written.category } : {}),
  }),
  preload: ({ sections, category }) => sectionPreloads(sections, category),
  picture: ({ hero, theme, id }) => {
    if (!hero || !theme?.scene) return undefined
    return sceneAddress(theme.scene, theme.variant ?? variantOf(theme.scene, id), 'wide')
  },
}

function heroOf({ written }: PageInput<Written>): Pick<ZonePage, 'hero'> {
  if ('slogan' in written) return { hero: { title: written.title, slogan: written.slogan } }
  return written.hero ? { hero: written.hero } : {}
}
