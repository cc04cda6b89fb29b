// Draws the header of the site: logo, search with hot words, main navigation.

import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { site } from '#portal/core/site.ts'
import { pressedKey } from '#portal/ui/hooks/pressed-key.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import { Navigation } from './navigation.tsx'
import { type SearchForm, SiteSearch } from './site-search.tsx'

/** As in the style sheet: wider screens show the navigation as a row, which is no drawer. */
const NARROW = '(max-width: 768px)'
const REACHABLE = 'a[href], button:not([disabled])'
const CONTROLS = 'a[href], button, input, select, textarea'

function isNarrow(): boolean {
  return typeof matchMedia === 'function' && matchMedia(NARROW).matches
}

interface Drawer {
  /** The button that opens and closes it. */
  readonly opener: RefObject<HTMLElement | null>
  readonly panel: () => HTMLElement | null
  readonly onClose: () => void
}

/**
 * Controls the open drawer of narrow screens: Escape, a tap outside, scroll lock of the page behind, focus
 * trap.
 */
function useDrawer(isOpen: boolean, { opener, panel, onClose }: Drawer): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what to do is read as it is when the drawer opens
  useEffect(() => {
    if (!isOpen || !isNarrow()) return
    const stops = () => {
      const inside = [...(panel()?.querySelectorAll<HTMLElement>(REACHABLE) ?? [])]
      return [opener.current, ...inside.filter((stop) => stop.offsetParent !== null)].filter(
        (stop): stop is HTMLElement => stop !== null,
      )
    }
    const onKey = (event: KeyboardEvent) => {
      const key = pressedKey(event)
      if (key === 'Escape') {
        onClose()
        opener.current?.focus()
      } else if (key === 'Tab') keepInside(event, stops())
    }
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return
      if (panel()?.contains(target) || opener.current?.contains(target)) return
      onClose()
      // If the tap itself reaches no control, the focus returns to the opener.
      const goBack = () => {
        if (!document.activeElement?.matches(CONTROLS)) opener.current?.focus()
      }
      document.addEventListener('click', () => setTimeout(goBack), { once: true })
    }
    document.documentElement.classList.add('eq-still')
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.documentElement.classList.remove('eq-still')
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  }, [isOpen])
}

function keepInside(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const at = stops.indexOf(document.activeElement as HTMLElement)
  const next = at === -1 ? 0 : (at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length
  event.preventDefault()
  stops[next]?.focus()
}

/** Draws the logo and name of the portal, with a link to the home page. */
export function Logo() {
  return (
    <Link className="eq-logo" to={site.pages.home}>
      {site.logo ? <img src={site.logo} width="44" height="44" alt="" /> : null}
      <span className="eq-logo-text">
        {site.name}
        {site.subtitle ? <small>{site.subtitle}</small> : null}
      </span>
    </Link>
  )
}

const NAVIGATION = 'eq-navigation'

interface Props {
  readonly path: string
  /** Addresses of the pages above, from the entrance down. */
  readonly above: readonly string[]
  readonly search: SearchForm
}

export function Header({ path, above, search }: Props) {
  const { nodes } = useMenu()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { key } = useLocation()
  useDrawer(open, {
    opener,
    panel: () => document.getElementById(NAVIGATION),
    onClose: () => setOpen(false),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the drawer
  useEffect(() => setOpen(false), [key])
  return (
    <>
      <div className="eq-wrap eq-header-row">
        <Logo />
        <SiteSearch key={`${path} ${search}`} form={search} />
        <button
          ref={opener}
          type="button"
          className="eq-menu-button"
          aria-expanded={open}
          aria-controls={NAVIGATION}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          <span>{open ? '关闭' : '菜单'}</span>
        </button>
      </div>
      <Navigation menu={nodes} path={path} above={above.join(' ')} open={open} />
    </>
  )
}
