// Requests all data that this address will need while the portal's code is still loading.

import { matchPage } from '#shared/addresses/match-page.ts'
import { fillParams } from '#shared/expressions/placeholder.ts'
import type { Manifest, ManifestPage } from '#shared/model/manifest.ts'
import type { FormPage } from '#shared/model/pages/form.ts'
import type { Preloaded } from './core/api/preloaded-answers.ts'
import { fillPath, hasAllPathParams, requestKey } from './core/api/request-key.ts'
import { manifestOfPage, toVersionedFile } from './core/configuration/manifest-url.ts'
import { importView } from './core/pages/page-views.ts'
import { readSessionId } from './core/session/session-id.ts'
import { calls, isShownAs, previewHeaders, site } from './core/site.ts'

type Params = Readonly<Record<string, unknown>>
type Query = Readonly<Record<string, string>>

const preloads = new Map<string, Preloaded>()
const session = isShownAs ? null : readSessionId()
window.__equipnetPreload = preloads

/** A failed request is made again in the ordinary way by the code that needs the answer. */
function ahead(
  key: string,
  url: string,
  headers?: HeadersInit,
  use: Pick<Preloaded, 'isLate' | 'isFile'> = {},
): Promise<unknown> {
  const answer = fetch(url, headers && { headers }).then((response) => (response.ok ? response.json() : null))
  answer.catch(() => undefined)
  preloads.set(key, { at: performance.now(), answer, ...use })
  return answer
}

function call(path: string | undefined, params: Params = {}, isLate = false): void {
  if (path === undefined) return
  const filled = fillPath(path, params)
  const key = requestKey(filled.path, filled.params)
  void ahead(
    key,
    `${key}${key.includes('?') ? '&' : '?'}_t=${Date.now()}`,
    session ? { ...previewHeaders, session } : previewHeaders,
    {
      isLate,
    },
  )
}

/** A list sends every parameter of the address to its source, exactly as the list page will. */
function listParams({ page, size, ...filters }: Query): Params {
  return { ...filters, ...(Number(page) > 1 ? { page } : {}), ...(size ? { limit: size } : {}) }
}

/** How it is sorted and shown changes nothing of what is counted. */
function filterParams({ page: _page, size: _size, sort: _sort, view: _view, ...filters }: Query): Params {
  return filters
}

const NARROWED = { list: listParams, filters: filterParams }

/** Found at the address of a file, which is no call. */
const isFile = (path: string): boolean => path.startsWith('/config/')

/** Of a form: the module that validates its answers. */
function startValidator(page: unknown): Promise<unknown> | undefined {
  const { validatorUrl } = (page as Partial<FormPage> | null)?.form ?? {}
  return validatorUrl === undefined ? undefined : import(/* @vite-ignore */ validatorUrl)
}

function startPage(
  hash: string,
  page: ManifestPage,
  query: Record<string, string>,
  params: Record<string, string>,
): void {
  importView(page.kind)?.catch(() => undefined)
  void ahead(page.url, page.url)
    .then(startValidator)
    .catch(() => undefined)
  if (page.picture) new Image().src = page.picture
  if (!page.access.includes('anyone') && session === null) return
  const reads = page.preload.map(({ path, params: wanted, narrowed }) => ({
    path,
    params: {
      ...fillParams(wanted, { query, params }),
      ...(narrowed ? NARROWED[narrowed](query) : {}),
    } as Params,
  }))
  // An address that does not say what the page is about: the page says so, and asks for nothing.
  if (reads.every(({ path, params }) => hasAllPathParams(path, params)))
    // Beside an item stand sections that are drawn after it.
    for (const [index, { path, params }] of reads.entries()) {
      const isLate = page.kind === 'detail' && index > 0
      const file = toVersionedFile(path, hash)
      if (isFile(path)) void ahead(file, file, undefined, { isLate, isFile: true })
      else call(path, params, isLate)
    }
}

/** Resolves when the reads of the page are on their way. */
function start(): Promise<unknown> {
  // The address that search engines know leads to the same page behind `#`.
  if (location.pathname.length > 1 && !location.pathname.endsWith('.html')) {
    const opens = document.querySelector<HTMLMetaElement>('meta[name=opens]')?.content
    history.replaceState(null, '', `/#${opens ?? `${location.pathname}${location.search}`}`)
  }
  const address = manifestOfPage()
  const [path = '', search = ''] = location.hash.slice(1).split('?')
  const manifest = ahead(address, address) as Promise<Manifest | null>
  const page = manifest
    .then((known) => {
      const found = known && matchPage(known.pages, path === '' || path === '/' ? site.pages.home : path)
      if (found)
        startPage(known.hash, found.page, Object.fromEntries(new URLSearchParams(search)), found.params)
    })
    .catch(() => undefined)
  call(calls['menu.tree'])
  call(calls['dict.all'])
  if (session !== null) call(calls['auth.isBlack'])
  return page
}

/** Milliseconds that the portal's code waits for the manifest: nothing else is done while it begins. */
const MAX_WAIT_MS = 200

const waited = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
const main = Promise.race([start(), waited]).then(() => import('./main.tsx'))
main.catch(() => {
  const root = document.getElementById('root')
  if (root) root.textContent = '页面加载失败，请检查网络后刷新。'
})
