// Owns the frame around every page: header, breadcrumb, main area, footer.
import type { ReactNode } from 'react'
import type { ManifestPage, MenuNode, Page } from '../../shared/model.ts'
import { Breadcrumb } from './breadcrumb.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Logo } from './logo.tsx'
import { TopStrip } from './top-strip.tsx'

interface Props {
  readonly entry: ManifestPage
  readonly page: Page | null
  readonly menu: readonly MenuNode[]
  readonly children: ReactNode
}

const isDemo = document.querySelector('meta[name=equipnet-demo]') !== null

export function Shell({ entry, page, menu, children }: Props) {
  const bare = entry.shell === 'bare'
  return (
    <>
      <a
        className="eq-skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.querySelector<HTMLElement>('main')?.focus()
        }}
      >
        跳到正文
      </a>
      {isDemo ? <p className="eq-demo">演示环境：内容均为示例，请勿填写真实信息</p> : null}
      <header className="eq-header">
        {bare ? (
          <div className="eq-wrap eq-header-bare">
            <Logo />
          </div>
        ) : (
          <>
            <TopStrip />
            <Header menu={menu} path={entry.path} />
          </>
        )}
      </header>
      <main className="eq-wrap eq-main" id="main" tabIndex={-1}>
        {bare || entry.path === '/home-page' ? null : <Breadcrumb entry={entry} page={page} />}
        {entry.path === '/home-page' ? <h1 className="eq-sr-only">应急装备信息网首页</h1> : null}
        {children}
      </main>
      <Footer bare={bare} />
    </>
  )
}
