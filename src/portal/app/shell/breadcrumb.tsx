// Draws the breadcrumb from 首页 to the page: lists with their last query, and an optional trail (NAV-03, NAV-08).

import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import { useDisplayedTitle } from '#portal/core/pages/displayed-item.ts'
import { site } from '#portal/core/site.ts'
import { readStored, storeJson } from '#portal/core/state/browser-storage.ts'
import { Link } from '#portal/ui/link.tsx'
import { cut } from '#shared/content/page-description.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'

const LAST_LISTS_KEY = 'last-lists'

const MAX_LISTS = 20

const MAX_NAMES = 4
const MAX_NAME_LENGTH = 20

/**
 * Returns the names of the trail, each once; an empty list if the text cannot be read. The page works without a
 * trail.
 */
function readTrail(text: string | undefined): string[] {
  if (!text) return []
  const names = parse(text)
    .filter((name): name is string => typeof name === 'string')
    .map((name) => cutLetters(name.trim(), MAX_NAME_LENGTH))
    .filter(Boolean)
  return [...new Set(names)].slice(0, MAX_NAMES)
}

function parse(text: string): readonly unknown[] {
  if (!/^\s*[[{"]/.test(text)) return text.split(',')
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return []
  }
}

const CRUMB_LENGTH = 30
const HOME = { title: '首页', path: site.pages.home }

interface Props {
  readonly entry: ManifestPage
  readonly page: Page | null
}

export function Breadcrumb({ entry, page }: Props) {
  const { penultNmameArry } = useParams()
  const { pages } = useManifest()
  const { pathname, search } = useLocation()
  const isList = entry.kind === 'list'
  useEffect(() => {
    if (isList) rememberQuery(pathname, search)
  }, [isList, pathname, search])
  const shown = useDisplayedTitle(entry)
  const own = page?.trail.length ? page.trail : [HOME]
  const known = new Set([...own.map((step) => step.title), entry.title])
  const carried = readTrail(penultNmameArry)
    .filter((name) => !known.has(name))
    .map((title) => ({
      title,
      path: pages.find((other) => other.title === title && !other.path.includes(':'))?.path,
    }))
  return (
    <nav className="eq-breadcrumb" aria-label="当前位置">
      <ol>
        {[...own, ...carried].map(({ title, path }) => (
          <li key={title}>
            {path === undefined ? title : <Link to={`${path}${lastQuery(path)}`}>{title}</Link>}
          </li>
        ))}
        <li aria-current="page">{cut(shown, CRUMB_LENGTH)}</li>
      </ol>
    </nav>
  )
}

type Remembered = Readonly<Record<string, string>>

const readQueries = (): Remembered =>
  readStored('session', LAST_LISTS_KEY, (stored) => ({ ...(stored as Remembered) }), {})

/** The newest are kept. */
function rememberQuery(path: string, search: string): void {
  const { [path]: _, ...others } = readQueries()
  const kept = [...Object.entries(others).slice(1 - MAX_LISTS), [path, search] as const]
  storeJson('session', LAST_LISTS_KEY, Object.fromEntries(kept))
}

/** As it stands after the path: empty, or with its `?`. */
function lastQuery(path: string): string {
  const search = readQueries()[path]
  return typeof search === 'string' && search.startsWith('?') ? search : ''
}
