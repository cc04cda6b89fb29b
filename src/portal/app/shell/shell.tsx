// Draws the frame around every page: header, breadcrumb, main area, footer.

import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { closeInterruption, useInterruption } from '#portal/core/session/session-interruption.ts'
import { isDemo, site } from '#portal/core/site.ts'
import { ComparisonTraySlot } from '#portal/features/comparison/comparison-tray-slot.tsx'
import { Button } from '#portal/ui/button.tsx'
import { PlainDialog } from '#portal/ui/dialog.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Page } from '#shared/model/page-model.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header, Logo } from './header.tsx'
import { DEMO_NOTICE, TopStrip } from './top-strip.tsx'

/** Without its code the text must not be lost either. */
function NotLoaded() {
  return (
    <PlainDialog
      open={useInterruption()?.isAsking ?? false}
      title="请重新登录"
      onClose={closeInterruption}
      footer={<Button onClick={closeInterruption}>关闭</Button>}
    >
      <p role="alert">登录已失效，登录窗口加载失败。请在新窗口登录本站，再回到本页提交。</p>
    </PlainDialog>
  )
}

const SignInDialog = lazy(() =>
  import('#portal/features/form/sign-in/sign-in-dialog.tsx').then(
    (module) => ({ default: module.SignInDialog }),
    () => ({ default: NotLoaded }),
  ),
)

/** Loads the dialog that asks to sign in again after a session ended while the page held typed text. */
function SignInAgain() {
  const isPending = useInterruption() !== null
  // Once drawn it stays: a closed dialog gives the focus back to where it was.
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (!isPending) return
    setNeeded(true)
    // Reads all data again afterwards: the answers in between were read without a session.
    return revalidateAll
  }, [isPending])
  if (!isPending && !isNeeded) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog />
    </Suspense>
  )
}

interface SideMenuProps {
  readonly node: MenuNode
  /** Paths from 首页 to the page, the page itself last. */
  readonly paths: readonly string[]
}

/**
 * The node whose side navigation stands beside a page: one above the page, or one that names the page, unless the page
 * is open to everybody.
 */
function sideNodeOf(nodes: readonly MenuNode[], paths: readonly string[]): MenuNode | undefined {
  const page = paths.at(-1)
  return nodes.find(
    ({ side, url, children }) =>
      side &&
      (paths.includes(url) ||
        children.some((child) => child.url === page && !child.access.includes('anyone'))),
  )
}

interface Group {
  readonly title: string
  readonly entries: readonly MenuNode[]
}

/** Neighbours of one group stand together. */
function groupsOf({ children }: MenuNode): readonly Group[] {
  const titles = [...new Set(children.map(({ group = '' }) => group))]
  return titles.map((title) => ({
    title,
    entries: children.filter(({ group = '', hidden }) => group === title && !hidden),
  }))
}

/** It is folded anew on each page. */
function SideMenu(props: SideMenuProps) {
  const { pathname } = useLocation()
  return <Menu key={pathname} {...props} />
}

function Menu({ node, paths }: SideMenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const all = [node, ...node.children]
  const current = paths.findLast((path) => all.some(({ url }) => url === path))
  const title = all.find(({ url }) => url === current)?.title ?? node.title
  const mark = (url: string) =>
    url !== current ? {} : { 'aria-current': url === paths.at(-1) ? ('page' as const) : true }
  return (
    <nav className="eq-side" aria-label={`${node.title}导航`}>
      <button
        type="button"
        className="eq-side-fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Icon name="list" />
        <span>{title === node.title ? node.title : `${node.title}：${title}`}</span>
        <Icon name={open ? 'up' : 'down'} />
      </button>
      <div id={id} className="eq-side-panel" data-open={open}>
        <Link to={node.url} className="eq-side-home" {...mark(node.url)}>
          {node.title}
        </Link>
        {groupsOf(node).map(({ title: name, entries }) => (
          <div key={name} className="eq-side-group">
            {name ? <strong id={`${id}-${name}`}>{name}</strong> : null}
            <ul {...(name ? { 'aria-labelledby': `${id}-${name}` } : {})}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <Link to={entry.url} {...mark(entry.url)}>
                    {entry.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

interface Props {
  readonly entry: ManifestPage
  readonly page: Page | null
  readonly children: ReactNode
}

/** The hash belongs to the router, so the jump is made by hand. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById('main')?.focus()
}

const listParentPaths = (page: Page | null): string[] =>
  (page?.trail ?? []).map(({ path }) => path).filter((path) => path !== site.pages.home)

export function Shell({ entry, page, children }: Props) {
  const bare = entry.shell === 'bare'
  const isHome = entry.path === site.pages.home
  const { nodes } = useMenu()
  const paths = [...listParentPaths(page), entry.path]
  const side = bare || isHome ? undefined : sideNodeOf(nodes, paths)
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link */}
      <a className="eq-skip" href="#main" onClick={skipToMain}>
        跳到正文
      </a>
      <header className="eq-header" data-folded={!isHome || undefined}>
        <BlacklistStrip />
        {bare ? (
          <>
            {isDemo ? <p className="eq-demo">{DEMO_NOTICE}</p> : null}
            <div className="eq-wrap eq-header-bare">
              <Logo />
            </div>
          </>
        ) : (
          <>
            <TopStrip />
            <Header
              path={entry.path}
              above={listParentPaths(page)}
              search={isHome ? 'whole' : entry.kind === 'list' ? 'button' : 'field'}
            />
          </>
        )}
      </header>
      <main className="eq-wrap eq-main" id="main" tabIndex={-1}>
        {bare || isHome ? null : <Breadcrumb entry={entry} page={page} />}
        {side ? <SideMenu node={side} paths={paths} /> : null}
        {children}
      </main>
      {bare ? null : <ComparisonTraySlot entry={entry} />}
      <Footer bare={bare} />
      <SignInAgain />
    </>
  )
}

function BlacklistStrip() {
  const { black, reason } = useBlacklistStatus()
  if (!black) return null
  return (
    <p className="eq-black-strip" role="status">
      {BLACKLISTED_WORDS}
      {reason ? `。原因：${reason}` : ''}
    </p>
  )
}
