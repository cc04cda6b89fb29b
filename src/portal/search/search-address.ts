// Owns the address of the search over the whole site.
import { useManifest } from '../app/manifest.ts'
import { currentSession } from '../session/session.ts'
import { rememberSearch } from './local-searches.ts'

export const LONGEST_SEARCH = 60

/** The first that exists: the search over all types, else the news. */
const SEARCH_PATHS = ['/homePageSearch', '/consultSecondPage']

export function useSearchPath(): string | undefined {
  const { pages } = useManifest()
  return SEARCH_PATHS.find((path) => pages.some((page) => page.path.split('/:')[0] === path))
}

export const searchAddress = (path: string, keyWord: string): string =>
  `${path}?${new URLSearchParams({ keyWord: keyWord.slice(0, LONGEST_SEARCH) })}`

/** The server keeps the searches of accounts by itself. */
export function noteSearch(keyWord: string): void {
  if (currentSession().user === null) rememberSearch(keyWord.slice(0, LONGEST_SEARCH))
}
