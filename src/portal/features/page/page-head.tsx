// Draws the head of a page: the title bar of second-level pages, a heading otherwise.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { Icon } from '#portal/ui/icon.tsx'
import type { PageBase } from '#shared/model/page-model.ts'

export const HOME_PAGE = 'home-page'

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
    <TitleBar title={title ?? page.title} pageType={type} backStep={back} isHeading={isHeading}>
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

interface TitleBarProps {
  readonly title: string
  /** Equal to the home page's route name, 返回 goes there (TTL-02). */
  readonly pageType?: string | undefined
  /** Steps in the history otherwise (TTL-03). */
  readonly backStep?: number | undefined
  /** False where the page has a heading of its own, such as an item's title. */
  readonly isHeading?: boolean | undefined
  /** Stands between the title and 返回. */
  readonly children?: ReactNode
}

/** Draws the title bar of second-level pages: title on the left, a small round 返回 on the right. */
export function TitleBar({ title, pageType, backStep = -1, isHeading = true, children }: TitleBarProps) {
  const navigate = useNavigate()
  const back = () => {
    // An address opened directly has nothing before it: the home page is the place to go.
    if (pageType === HOME_PAGE || !appHistory.canGoBack()) void navigate(`/${HOME_PAGE}`)
    else void navigate(backStep)
  }
  return (
    <div className="eq-title-bar">
      {isHeading ? <h1>{title}</h1> : <p className="eq-title-bar-text">{title}</p>}
      {children}
      <button type="button" className="eq-back" onClick={back}>
        <Icon name="back" />
        返回
      </button>
    </div>
  )
}
