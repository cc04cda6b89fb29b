// Draws the head of a page: the title bar of second-level pages, a heading otherwise.
import type { ReactNode } from 'react'
import type { PageBase } from '#shared/model/page-model.ts'
import { TitleBar } from './title-bar.tsx'

interface Props {
  readonly page: PageBase
  readonly children?: ReactNode
}

/** Returns true if the page has a parent other than 首页, or declares a title bar. */
export function isSecondLevel(page: PageBase): boolean {
  return page.titleBar !== undefined || page.trail.length > 1
}

/** The title bar as the page's file has it (TTL-01 to TTL-03). */
export function PageTitleBar({ page, isHeading, children }: Props & { readonly isHeading?: boolean }) {
  const { title, type, back } = page.titleBar ?? {}
  return (
    <TitleBar
      title={title ?? page.title}
      {...(type ? { pageType: type } : {})}
      {...(back ? { backStep: back } : {})}
      {...(isHeading === undefined ? {} : { isHeading })}
    >
      {children}
    </TitleBar>
  )
}

export function PageHead({ page, children }: Props) {
  if (isSecondLevel(page)) return <PageTitleBar page={page}>{children}</PageTitleBar>
  return (
    <header className="eq-page-head">
      <div>
        <h1 tabIndex={-1}>{page.title}</h1>
        {page.description ? <p className="eq-muted">{page.description}</p> : null}
      </div>
      {children}
    </header>
  )
}
