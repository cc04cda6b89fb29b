// Owns the head start: while the portal's code still loads, fetch what this address will need.
import { fillParams } from '../shared/placeholder.ts'
import type { Manifest, ManifestPage } from '../shared/model.ts'
import { fillPath, requestKey } from './api/request-key.ts'
import { matchPage } from './routing/match-page.ts'

const text = document.getElementById('manifest')?.textContent
if (text) start(JSON.parse(text) as Manifest)

function start(manifest: Manifest): void {
  const preloads = new Map<string, { at: number; answer: Promise<unknown> }>()
  window.equipnetPreload = preloads
  const token = /(?:^|; )equipnet-token=([^;]+)/.exec(document.cookie)?.[1]
  const headers: HeadersInit = token ? { token: decodeURIComponent(token) } : {}
  const ahead = (key: string, url: string) => {
    const answer = fetch(url, { headers }).then((response) => (response.ok ? response.json() : null))
    answer.catch(() => undefined)
    preloads.set(key, { at: performance.now(), answer })
  }
  const call = (path: string, params: Readonly<Record<string, unknown>> = {}) => {
    const filled = fillPath(path, params)
    const key = requestKey(filled.path, filled.params)
    ahead(key, `${key}${key.includes('?') ? '&' : '?'}_t=${Date.now()}`)
  }
  const [path = '/', search = ''] = location.hash.replace(/^#/, '').split('?')
  const found = matchPage(manifest.pages, path === '/' || path === '' ? '/home-page' : path)
  if (found) {
    ahead(found.page.url, found.page.url)
    for (const read of preloadsFor(found.page, Object.fromEntries(new URLSearchParams(search)), found.params))
      call(read.path, read.params)
  }
  call('/newapi/menu/tree')
  call('/newapi/api/dict/all')
  call('/newapi/isBlack/getInfo')
}

/** A list sends every parameter of the address to its source, exactly as the list page will. */
function preloadsFor(page: ManifestPage, query: Record<string, string>, params: Record<string, string>) {
  return page.preload.map((read) => ({
    path: read.path,
    params: { ...(page.kind === 'list' ? query : {}), ...fillParams(read.params, { query, params }) },
  }))
}
