// Owns the header of the site: logo, search with hot words, main navigation.
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { MenuNode } from '../../shared/model.ts'
import { Icon } from '../ui/icon.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { SiteSearch } from './site-search.tsx'

export function Header({ menu, path }: { menu: readonly MenuNode[]; path: string }) {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new route closes the drawer
  useEffect(() => setOpen(false), [pathname])
  return (
    <>
      <div className="eq-wrap eq-header-row">
        <Logo />
        <SiteSearch />
        <button
          type="button"
          className="eq-menu-button"
          aria-expanded={open}
          aria-controls="eq-navigation"
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
          <span>{open ? '关闭' : '菜单'}</span>
        </button>
      </div>
      <Navigation menu={menu} path={path} open={open} />
    </>
  )
}
