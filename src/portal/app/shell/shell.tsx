// Draws the frame around every page: that of the site with header, breadcrumb, main area and footer, or that of the console.

import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { revalidateAll } from '#portal/core/api/use-read.ts'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { closeInterruption, useInterruption } from '#portal/core/session/session-interruption.ts'
import { isDemo, preview, site } from '#portal/core/site.ts'
import { once, useOnce } from '#portal/core/state/once.ts'
import { ComparisonTraySlot } from '#portal/features/comparison/comparison-tray-slot.tsx'
import { Button } from '#portal/ui/button.tsx'
import { PlainDialog } from '#portal/ui/dialog.tsx'
import { toDateTime } from '#portal/ui/format/format-time.ts'
import { BLACKLISTED_WORDS } from '#shared/identity/blacklist.ts'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { Page } from '#shared/model/page-model.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header, Logo } from './header.tsx'
import { NoticeBar } from './notice-bar.tsx'
import { SideMenu, sideNodeOf } from './side-menu.tsx'
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

interface Props {
  readonly entry: ManifestPage
  readonly page: Page | null
  readonly children: ReactNode
}

/** The hash belongs to the router, so the jump is made by hand. */
function skipToMain(event: MouseEvent): void {
  event.preventDefault()
  // A list of the console has much above its first row, which is what is worked on.
  const target =
    document.querySelector<HTMLElement>('#main [data-skip-to]') ?? document.getElementById('main')
  target?.focus()
}

const listParentPaths = (page: Page | null): string[] =>
  (page?.trail ?? []).map(({ path }) => path).filter((path) => path !== site.pages.home)

export function Shell(props: Props) {
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: a skip link is a link */}
      <a className="eq-skip" href="#main" onClick={skipToMain}>
        跳到正文
      </a>
      <PreviewStrip />
      {props.entry.shell === 'console' ? <ConsoleSlot {...props} /> : <SiteFrame {...props} />}
      <SignInAgain />
    </>
  )
}

/** Says that the page shows what is not published yet, whose eyes see it, and until when. */
function PreviewStrip() {
  if (site.preview?.isOver)
    return (
      <p className="eq-demo" role="status">
        预览链接已失效，现在显示的是已发布的网站；请向发送人索取新的链接
      </p>
    )
  if (!preview) return null
  const { title, role, until, isOwn } = preview
  return (
    <p className="eq-demo" role="status">
      预览：{title}，以{role}身份查看{isOwn ? '（须已登录该身份的账号）' : ''}，只能查看，有效至{' '}
      {toDateTime(until)}
    </p>
  )
}

const consoleFrame = once(async () => (await import('#portal/app/console/console-frame.tsx')).ConsoleFrame)

/** Without its code the frame of the site serves. */
function ConsoleSlot(props: Props) {
  const { value: ConsoleFrame, error } = useOnce(consoleFrame)
  const { nodes } = useMenu()
  const paths = [...listParentPaths(props.page), props.entry.path]
  if (error !== undefined) return <SiteFrame {...props} />
  if (!ConsoleFrame) return <div className="eq-wrap eq-main">{props.children}</div>
  return <ConsoleFrame {...props} strip={<Strips />} side={sideNodeOf(nodes, paths)} paths={paths} />
}

function SiteFrame({ entry, page, children }: Props) {
  const bare = entry.shell === 'bare'
  const isHome = entry.path === site.pages.home
  const { nodes } = useMenu()
  const paths = [...listParentPaths(page), entry.path]
  const side = bare || isHome ? undefined : sideNodeOf(nodes, paths)
  return (
    <>
      <header className="eq-header" data-folded={!isHome || undefined}>
        <Strips />
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
    </>
  )
}

function Strips() {
  return (
    <>
      <NoticeBar />
      <BlacklistStrip />
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
