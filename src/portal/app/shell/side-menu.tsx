// Draws the side navigation of an area, such as the user centre: the children of its menu node, in groups.

import { useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Icon } from '#portal/ui/icon.tsx'
import { Link } from '#portal/ui/link.tsx'
import type { MenuNode } from '#shared/model/menu.ts'

export interface SideMenuProps {
  readonly node: MenuNode
  /** Paths from 首页 to the page, the page itself last. */
  readonly paths: readonly string[]
}

/**
 * The node whose side navigation stands beside a page: one above the page, or one that names the page, unless the page
 * is open to everybody.
 */
export function sideNodeOf(nodes: readonly MenuNode[], paths: readonly string[]): MenuNode | undefined {
  const page = paths.at(-1)
  return nodes.find(
    ({ side, url, children }) =>
      side &&
      (paths.includes(url) ||
        children.some((child) => child.url === page && !child.access.includes('anyone'))),
  )
}

interface Group {
  readonly title: string
  readonly entries: readonly MenuNode[]
}

/** Neighbours of one group stand together. */
export function groupsOf({ children }: MenuNode): readonly Group[] {
  const titles = [...new Set(children.map(({ group = '' }) => group))]
  return titles.map((title) => ({
    title,
    entries: children.filter(({ group = '', hidden }) => group === title && !hidden),
  }))
}

/** Returns the title of the entry to which a page belongs, and how entries are marked as current. */
export function placeIn(node: MenuNode, paths: readonly string[]) {
  const all = [node, ...node.children]
  const current = paths.findLast((path) => all.some(({ url }) => url === path))
  return {
    title: all.find(({ url }) => url === current)?.title ?? node.title,
    mark: (url: string) =>
      url !== current ? {} : { 'aria-current': url === paths.at(-1) ? ('page' as const) : true },
  }
}

/** It is folded anew on each page. */
export function SideMenu(props: SideMenuProps) {
  const { pathname } = useLocation()
  return <Menu key={pathname} {...props} />
}

function Menu({ node, paths }: SideMenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { title, mark } = placeIn(node, paths)
  return (
    <nav className="eq-side" aria-label={`${node.title}导航`}>
      <FoldButton node={node} title={title} panel={id} isOpen={open} onToggle={() => setOpen(!open)} />
      <div id={id} className="eq-side-panel" data-open={open}>
        <Link to={node.url} className="eq-side-home" {...mark(node.url)}>
          {node.title}
        </Link>
        {groupsOf(node).map(({ title: name, entries }) => (
          <div key={name} className="eq-side-group">
            {name ? <strong id={`${id}-${name}`}>{name}</strong> : null}
            <ul {...(name ? { 'aria-labelledby': `${id}-${name}` } : {})}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <Link to={entry.url} {...mark(entry.url)}>
                    {entry.title}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

interface FoldProps {
  readonly node: MenuNode
  /** Of the entry to which the page belongs. */
  readonly title: string
  /** Id of what it unfolds. */
  readonly panel: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** Unfolds a side navigation on narrow screens, and names the place in it. */
export function FoldButton({ node, title, panel, isOpen, onToggle }: FoldProps) {
  return (
    <button
      type="button"
      className="eq-side-fold"
      aria-expanded={isOpen}
      aria-controls={panel}
      onClick={onToggle}
    >
      <Icon name="list" />
      <span>{title === node.title ? node.title : `${node.title}：${title}`}</span>
      <Icon name={isOpen ? 'up' : 'down'} />
    </button>
  )
}
