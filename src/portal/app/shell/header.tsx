// Draws the header of the site: logo, search with hot words, main navigation.
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { Icon } from '#portal/ui/icon.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { type SearchForm, SiteSearch } from './site-search.tsx'
import { useDrawer } from './use-drawer.ts'

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
