// Owns pages made of sections; the file of a zone is one too.
import type { ZonePage } from '../../../shared/pages/zone.ts'
import { sceneAddress, variantOf } from '../../../shared/scene-address.ts'
import type { WrittenZone, WrittenZonePage } from '../../generated/written.ts'
import type { PageGiven, PageKindFile } from '../page-kind.ts'
import { compileSections } from '../parts.ts'
import { sectionPreloads } from '../preloads.ts'
import { ROOTS_OF_PAGES } from '../scope.ts'

type Written = WrittenZonePage | WrittenZone

export const KIND: PageKindFile<ZonePage, Written> = {
  roots: ({ isZone }) => (isZone ? [...ROOTS_OF_PAGES, 'zone'] : ROOTS_OF_PAGES),
  compile: (given) => ({
    ...given.base,
    kind: 'zone',
    ...heroOf(given),
    sections: compileSections(given.around, ['sections'], given.written.sections),
    ...('category' in given.written ? { category: given.written.category } : {}),
  }),
  preload: ({ sections, category }) => sectionPreloads(sections, category),
  picture: ({ hero, theme, id }) => {
    if (!hero || !theme?.scene) return undefined
    return sceneAddress(theme.scene, theme.variant ?? variantOf(theme.scene, id), 'wide')
  },
}

function heroOf({ written }: PageGiven<Written>): Pick<ZonePage, 'hero'> {
  if ('slogan' in written) return { hero: { title: written.title, slogan: written.slogan } }
  return written.hero ? { hero: written.hero } : {}
}
