// Draws the comparison tray: the comparison set stays visible while browsing, until it is compared.

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { prefetchPage } from '#portal/core/pages/use-page.ts'
import { linkTo } from '#portal/core/routing/link-address.ts'
import { Button } from '#portal/ui/button.tsx'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import type { ManifestPage } from '#shared/model/manifest.ts'
import { itemsIn, useCompareSets } from './comparison-set.ts'
import { clearSet, removeFromSet, undoChange, useCanUndo } from './comparison-set-changes.ts'
import './comparison-tray.css'

const HEIGHT_PROPERTY = '--eq-tray-room'

/** Says to what else keeps to the lower edge, and to what is scrolled into view, how much of it the tray takes. */
function useTrayHeight(): RefObject<HTMLElement | null> {
  const tray = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { current } = tray
    if (!current) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(HEIGHT_PROPERTY, `${current.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT_PROPERTY)
    }
  }, [])
  return tray
}

export function ComparisonTray({ page }: { readonly page: ManifestPage }) {
  const sets = useCompareSets()
  const canUndo = useCanUndo()
  /** On a phone the items fold away. */
  const [isOpen, setOpen] = useState(false)
  const items = itemsIn(sets, page.path)
  const tray = useTrayHeight()
  const { max } = sets.sets[page.path] ?? { max: 0 }
  const to = linkTo({ path: page.path, params: { ids: items.map(({ id }) => id).join(',') } }, {})
  return (
    <section ref={tray} className="eq-tray" aria-label={`${page.title}栏`} data-open={isOpen || undefined}>
      <div className="eq-wrap">
        <button
          type="button"
          className="eq-tray-title"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="compare" />
          {page.title}
          <span className="eq-figure">
            {items.length}/{max}
          </span>
          <Icon name={isOpen ? 'down' : 'up'} />
        </button>
        <ul>
          {items.map(({ id, title, picture }) => (
            <li key={id}>
              {picture ? <img src={picture} alt="" width="36" height="27" loading="lazy" /> : null}
              <span title={title}>{title || '正在加载…'}</span>
              <button
                type="button"
                className="eq-icon-button"
                aria-label={`移出比对 ${title}`}
                onClick={() => removeFromSet(page.path, id)}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
        <span className="eq-tray-tools">
          {canUndo ? (
            <Button look="text" onClick={undoChange}>
              撤销
            </Button>
          ) : null}
          <Button look="text" onClick={() => clearSet(page.path)}>
            清空
          </Button>
        </span>
        {items.length > 1 ? (
          <Link
            to={to}
            className="eq-button eq-button-primary"
            onPointerEnter={() => prefetchPage(page.id)}
            onFocus={() => prefetchPage(page.id)}
          >
            开始比对
          </Link>
        ) : (
          <span className="eq-muted">再加一项即可比对</span>
        )}
      </div>
    </section>
  )
}
