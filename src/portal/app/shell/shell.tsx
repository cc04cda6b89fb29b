// Draws the frame around every page: header, breadcrumb, main area, footer.
import type { MouseEvent, ReactNode } from 'react'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { isDemo, site } from '#portal/core/site.ts'
import { ComparisonTraySlot } from '#portal/features/comparison/comparison-tray-slot.tsx'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Logo } from './logo.tsx'
import { SideMenu, sideNodeOf } from './side-menu.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { DEMO_NOTICE, TopStrip } from './top-strip.tsx'

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
