// Owns what the browser loads first: the manifest of pages, and the address of each page's body.
import { createHash } from 'node:crypto'
import { publicStates } from '../shared/lifecycle.ts'
import type { FormerPath, Manifest, ManifestPage } from '../shared/manifest.ts'
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

/** As migrations say, each with where it leads in the end; what is a page's address again is none. */
function formerPaths({ migrations, pages }: Pick<Model, 'migrations' | 'pages'>): FormerPath[] {
  const now = new Set(pages.map(({ path }) => path))
  let former: FormerPath[] = []
  for (const step of migrations.flatMap(({ steps }) => steps)) {
    if (step.do !== 'rename' || step.what !== 'path') continue
    const { from, to } = step
    former = [
      ...former.filter(({ path }) => path !== from).map((one) => (one.to === from ? { ...one, to } : one)),
      { path: from, to },
    ]
  }
  return former.filter(({ path, to }) => !now.has(path) && path !== to)
}

export function buildManifest(model: Model): Manifest {
  const former = formerPaths(model)
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
