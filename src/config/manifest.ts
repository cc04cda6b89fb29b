// Owns what the browser loads first: the manifest of pages, and the address of each page's body.
import { createHash } from 'node:crypto'
import type { Json } from '../shared/content-model.ts'
import type { Manifest, ManifestPage } from '../shared/manifest.ts'
import type { Model } from '../shared/model.ts'
import type { Page, Section, Source } from '../shared/page-model.ts'
import { placeholdersOf } from '../shared/placeholder.ts'

export interface PageBody {
  readonly url: string
  readonly text: string
}

/** The compiled body of a page as text, under an address that names its content. */
export function pageBody(page: Page): PageBody {
  const text = JSON.stringify(page)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  return { url: `/config/pages/${page.id.replaceAll('/', '~')}.${hash}.json`, text }
}

export function buildManifest(model: Model): Manifest {
  return {
    hash: model.hash,
    pages: model.pages.map(
      (page): ManifestPage => ({
        id: page.id,
        path: page.path,
        title: page.title,
        kind: page.kind,
        shell: page.shell,
        access: page.access,
        url: pageBody(page).url,
        preload: page.access.includes('anyone') ? preloadsOf(page) : [],
      }),
    ),
  }
}

type Preload = ManifestPage['preload'][number]

/** Reads that can start from the address alone, before any code of the page has loaded. */
function preloadsOf(page: Page): Preload[] {
  if (page.kind === 'list')
    return toPreload({
      ...page.source,
      params: { page: '{query.page}', limit: '{query.limit}', ...page.source.params },
    })
  if (page.kind === 'detail') return [...toPreload(page.source), ...sectionsOf(page.aside, page)]
  if (page.kind === 'zone') return sectionsOf(page.sections, page)
  return []
}

/** The first screen only: what is further down loads when the page is there. */
function sectionsOf(sections: readonly Section[], page: Page): Preload[] {
  const zone = page.kind === 'zone' ? (page.category ?? null) : null
  return sections.slice(0, 6).flatMap((section) => {
    if (!section.source || section.when) return []
    const params = Object.fromEntries(
      Object.entries(section.source.params).map(([name, value]) => [
        name,
        value === '{zone.category}' ? zone : value,
      ]),
    )
    return toPreload({ ...section.source, params })
  })
}

function toPreload(source: Source): Preload[] {
  const texts = Object.values(source.params).filter((value): value is string => typeof value === 'string')
  const roots = texts.flatMap(placeholdersOf).map((path) => path.split('.')[0])
  if (roots.some((root) => root !== 'query' && root !== 'params')) return []
  return [{ path: source.path, params: source.params as Record<string, Json> }]
}
