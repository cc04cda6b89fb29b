// Draws one route: its guards, its title, and the shell around it.
import { Component, type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { findRedirect, NOT_ALLOWED } from '#portal/core/access/route-guard.ts'
import { get } from '#portal/core/api/client.ts'
import { useDictionariesReady } from '#portal/core/configuration/dictionaries.ts'
import { loadMenu, type MenuState, redirectOf, useMenu } from '#portal/core/configuration/menu.ts'
import { useDisplayedItem, useDisplayedTitle } from '#portal/core/pages/displayed-item.ts'
import { viewOfKind } from '#portal/core/pages/page-kinds.ts'
import { useUiAdapterOf } from '#portal/core/pages/ui-adapter.ts'
import { type PageState, usePage } from '#portal/core/pages/use-page.ts'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { Loading } from '#portal/core/routing/progress.ts'
import { useSession } from '#portal/core/session/session.ts'
import { calls, site } from '#portal/core/site.ts'
import { useOnce } from '#portal/core/state/once.ts'
import { Failed } from '#portal/ui/failed.tsx'
import { Skeleton } from '#portal/ui/skeleton.tsx'
import { cut, DESCRIPTION_LENGTH, TITLE_LENGTH } from '#shared/content/page-description.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'
import { Shell } from './shell/shell.tsx'

const meta = document.querySelector<HTMLMetaElement>('meta[name=description]')
/** As the server wrote it: it describes the portal. Where the page came with that of an item, this stands beside it. */
const OF_PORTAL = meta?.dataset.portal ?? meta?.content ?? ''

/** Found by its selector, else added; an empty value takes it away. */
function setHeadTag(
  tag: 'meta' | 'link',
  [named, name]: readonly [string, string],
  [key, value]: readonly [string, string],
): void {
  const existing = document.head.querySelector(`${tag}[${named}="${name}"]`)
  if (value === '') {
    existing?.remove()
    return
  }
  const element = existing ?? document.createElement(tag)
  element.setAttribute(named, name)
  element.setAttribute(key, value)
  if (!existing) document.head.append(element)
}

const setOpenGraph = (name: string, value: string): void =>
  setHeadTag('meta', ['property', `og:${name}`], ['content', value])

/**
 * Removes the structured data that the server wrote about the item of the first page; it does not describe the next
 * item.
 */
function forgetOthers(address: string): void {
  for (const block of document.head.querySelectorAll('script[type="application/ld+json"]'))
    if (address === '' || !block.textContent?.includes(JSON.stringify(address))) block.remove()
}

const absolute = (address: string | undefined): string => (address ? `${location.origin}${address}` : '')

/**
 * Sets title, description, picture and address in the head: of the displayed item, else of the page (NAV-02).
 */
function DocumentHead({ entry, page }: { readonly entry: ManifestPage; readonly page: Page | null }) {
  const item = useDisplayedItem()
  const shown = useDisplayedTitle(entry)
  const title = cut(item?.name || shown, TITLE_LENGTH)
  const description = cut(item?.description || page?.description || OF_PORTAL, DESCRIPTION_LENGTH)
  const address = item?.address ?? (entry.path === site.pages.home ? '/' : undefined)
  const image = item?.image
  // While a detail is read its head stays as the server wrote it.
  const isKnown = entry.kind !== 'detail' || item !== null
  useEffect(() => {
    document.title = `${title} - ${site.name}`
  }, [title])
  useEffect(() => {
    if (!isKnown) return
    if (meta) meta.content = description
    setOpenGraph('site_name', site.name)
    setOpenGraph('title', title)
    setOpenGraph('description', description)
    setOpenGraph('image', absolute(image))
    setOpenGraph('url', absolute(address))
    setHeadTag('link', ['rel', 'canonical'], ['href', absolute(address)])
    forgetOthers(absolute(address))
  }, [isKnown, title, description, image, address])
  return null
}

interface PageAreaProps extends PageState {
  readonly entry: ManifestPage
}

function Waiting({ title }: { readonly title: string }) {
  return (
    <Loading>
      <h1 className="eq-sr-only">{title}</h1>
      <div className="eq-card eq-waiting">
        <Skeleton lines={10} />
      </div>
    </Loading>
  )
}

/** Draws the area of a page inside the shell: loading, failed, broken, or the page by its kind. */
function PageArea({ entry, page, failed, retry }: PageAreaProps) {
  const ready = useDictionariesReady()
  const { value: View, error, retry: retryView } = useOnce(viewOfKind(page?.kind ?? entry.kind))
  const adapter = useUiAdapterOf(page)
  const loadAgain = () => {
    retry()
    retryView()
  }
  if (failed || error) return <Failed message="页面加载失败，请检查网络后重试" retry={loadAgain} />
  if (!page || !View || !ready || adapter === undefined) return <Waiting title={entry.title} />
  return (
    <ErrorBoundary key={entry.id} resetOn={page}>
      {adapter ? (
        <adapter.Frame>
          <View page={page} />
        </adapter.Frame>
      ) : (
        <View page={page} />
      )}
    </ErrorBoundary>
  )
}

interface Props {
  /** A new value, such as a newer page body, is a new chance. */
  readonly resetOn: unknown
  readonly children: ReactNode
}

interface State {
  readonly failed: boolean
}

/** Limits the failure of one page to that page. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    console.error('页面显示出错', error)
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failed && before.resetOn !== this.props.resetOn) this.setState({ failed: false })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return <Failed message="页面显示出错，请重试" retry={() => this.setState({ failed: false })} />
  }
}

const TRY_AGAIN_AFTER = 5_000

/** Loads a failed menu again, so that a visitor who waits at /401 for it can leave as soon as it is loaded. */
function useMenuRecovery(isWaiting: boolean, status: MenuState['status']): void {
  useEffect(() => {
    if (!isWaiting || status !== 'failed') return
    const timer = setTimeout(() => void loadMenu(), TRY_AGAIN_AFTER)
    return () => clearTimeout(timer)
  }, [isWaiting, status])
}

/** Passing by is no visit; and a page that is on its way comes first. */
const VISIT_AFTER_MS = 1_500

/** Has the server count a visit of the page; which reader it was is stored nowhere. */
function useVisit(page: Page | null): void {
  const id = page && !page.surface ? page.id : undefined
  useEffect(() => {
    const call = calls['stat.visit']
    if (id === undefined || call === undefined) return
    const count = () => void get(call, { page: id }, { quiet: true }).catch(() => undefined)
    const timer = setTimeout(count, VISIT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [id])
}

export function PageRoute({ entry }: { readonly entry: ManifestPage }) {
  const session = useSession()
  const menu = useMenu()
  const { pathname, search } = useLocation()
  const state = usePage(entry)
  const { page } = state
  useMenuRecovery(entry.path === NOT_ALLOWED, menu.status)
  useVisit(page)
  const to = findRedirect({
    entry,
    pathname,
    search,
    session,
    menu: menu.status,
    redirect: redirectOf(menu.nodes, pathname),
    arrivedFrom: appHistory.arrivedFrom(),
  })
  if (to !== null) return <Navigate to={to} replace />
  return (
    <Shell entry={entry} page={page}>
      <DocumentHead entry={entry} page={page} />
      <PageArea entry={entry} {...state} />
    </Shell>
  )
}
