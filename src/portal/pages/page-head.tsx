// Owns the head of a page: the title bar of second-level pages, a heading otherwise.
import type { ReactNode } from 'react'
import type { PageBase } from '../../shared/page-model.ts'
import { TitleBar } from '../shell/title-bar.tsx'

interface Props {
  readonly page: PageBase
  readonly children?: ReactNode
}

/** Second-level pages lie below another page than 首页. */
export function isSecondLevel(page: PageBase): boolean {
  return page.trail.length > 1
}

export function PageHead({ page, children }: Props) {
  if (isSecondLevel(page))
    return (
      <>
        <TitleBar title={page.title} />
        {children}
      </>
    )
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
