// Draws the title bar of second-level pages: title on the left, a small round 返回 on the right.
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { appHistory } from '#portal/core/routing/hash-history.ts'
import { Icon } from '#portal/ui/icon.tsx'

export const HOME_PAGE = 'home-page'

interface Props {
  readonly title: string
  /** Equal to the home page's route name, 返回 goes there (TTL-02). */
  readonly pageType?: string
  /** Steps in the history otherwise (TTL-03). */
  readonly backStep?: number
  /** False where the page has a heading of its own, such as an item's title. */
  readonly isHeading?: boolean
  /** Stands between the title and 返回. */
  readonly children?: ReactNode
}

export function TitleBar({ title, pageType, backStep = -1, isHeading = true, children }: Props) {
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
