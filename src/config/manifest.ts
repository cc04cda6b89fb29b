// Owns what the browser loads first: the manifest of pages, and the address of each page's body.
import { createHash } from 'node:crypto'
import { formerNames } from '../shared/former-names.ts'
import { publicStates } from '../shared/lifecycle.ts'
import type { Manifest, ManifestPage } from '../shared/manifest.ts'
import type { Model } from '../shared/model.ts'
import type { Page } from '../shared/page-model.ts'
import { PAGE_KINDS } from './generated/page-kinds.ts'

export interface PageBody {
  readonly url: string
  readonly text: string
}

/** Pages of a model never change: each is written out once, for the manifest and for itself. */
const bodies = new WeakMap<Page, PageBody>()

/** The compiled body of a page as text, under an address that names its content. */
export function pageBody(page: Page): PageBody {
  const known = bodies.get(page)
  if (known) return known
  const text = JSON.stringify(page)
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 12)
  const body = { url: `/config/pages/${page.id.replaceAll('/', '~')}.${hash}.json`, text }
  bodies.set(page, body)
  return body
}

/** Parameter sets under addresses that stay, because whoever reads one knows the category and nothing else. */
export function setBodies({ families }: Model): PageBody[] {
  return families.flatMap(({ name, sets }) =>
    sets.map((set) => ({ url: `/config/sets/${name}/${set.id}.json`, text: JSON.stringify(set) })),
  )
}

export function buildManifest(model: Model): Manifest {
  const former = [...formerNames(model, 'path')].map(([path, to]) => ({ path, to }))
  return {
    hash: model.hash,
    roles: model.roles.map(({ name, title, grants }) => ({ name, title, grants })),
    publicStates: [...new Set(model.contentTypes.flatMap(({ lifecycle }) => publicStates(lifecycle)))],
    ...(former.length > 0 ? { former } : {}),
    pages: model.pages.map(
      (page): ManifestPage => ({
        id: page.id,
        path: page.path,
        title: page.title,
        kind: page.kind,
        shell: page.shell,
        ...(page.onlyFrom ? { onlyFrom: page.onlyFrom } : {}),
        access: page.access,
        url: pageBody(page).url,
        preload: page.access.includes('anyone') ? (PAGE_KINDS[page.kind].preload?.(page) ?? []) : [],
      }),
    ),
  }
}
