// Draws the frame of the console: a bar, the side menu and the main area, without the site's header and footer.

import type { ReactNode } from 'react'
import { Breadcrumb } from '#portal/app/shell/breadcrumb.tsx'
import type { SideMenuProps } from '#portal/app/shell/side-menu.tsx'
import { DEMO_NOTICE, DisplayTools, UserTools } from '#portal/app/shell/top-strip.tsx'
import { isDemo, site } from '#portal/core/site.ts'
import { Link } from '#portal/ui/link.tsx'
import type { ManifestPage } from '#shared/model/manifest.ts'
import type { MenuNode } from '#shared/model/menu.ts'
import type { Page } from '#shared/model/page-model.ts'
import { ConsoleMenu } from './console-menu.tsx'
import { GoTo } from './go-to.tsx'
import './console-frame.css'

interface Props extends Pick<SideMenuProps, 'paths'> {
  readonly entry: ManifestPage
  readonly page: Page | null
  /** Above the bar. */
  readonly strip: ReactNode
  /** Undefined while the menu loads, and in a portal whose menu has no console. */
  readonly side: MenuNode | undefined
  readonly children: ReactNode
}

export function ConsoleFrame({ entry, page, strip, side, paths, children }: Props) {
  return (
    <>
      <header className="eq-console-head">
        {strip}
        <div className="eq-strip">
          <div className="eq-console-bar">
            <Link className="eq-console-logo" to={site.pages.home} aria-label={`${site.name}，返回网站首页`}>
              {site.logo ? <img src={site.logo} width="28" height="28" alt="" /> : null}
              <span>{site.name}</span>
            </Link>
            {isDemo ? (
              <p className="eq-console-demo" title={DEMO_NOTICE}>
                演示环境
              </p>
            ) : null}
            {side ? <GoTo node={side} /> : null}
            <div className="eq-strip-tools">
              <DisplayTools />
              <UserTools />
            </div>
          </div>
        </div>
      </header>
      <div className="eq-console-body" data-side={side !== undefined}>
        {side ? <ConsoleMenu key={side.id} node={side} paths={paths} /> : null}
        <main className="eq-main eq-console-main" id="main" tabIndex={-1}>
          <Breadcrumb entry={entry} page={page} />
          {children}
        </main>
      </div>
    </>
  )
}
