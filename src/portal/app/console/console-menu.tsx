// Draws the side menu of the console: the entries of its menu node in groups that fold, and a field that finds entries.

import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { FoldButton, groupsOf, placeIn, type SideMenuProps } from '#portal/app/shell/side-menu.tsx'
import { pageById } from '#portal/core/configuration/manifest.ts'
import { useQuery } from '#portal/core/routing/use-query.ts'
import { useViews, VIEW_KEY, viewAddress } from '#portal/features/console/console-views.ts'
import { Link } from '#portal/ui/link.tsx'
import type { MenuNode } from '#shared/model/menu.ts'
import { ListCount } from './list-count.tsx'

/** Group of the entries that name none. */
const OTHERS = '其他'

const matches = ({ title }: MenuNode, words: string): boolean =>
  title.toLowerCase().includes(words.trim().toLowerCase())

/** On a narrow screen it lies behind a button, and closes when a page opens. */
export function ConsoleMenu({ node, paths }: SideMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [words, setWords] = useState('')
  const { pathname } = useLocation()
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a move closes the menu, and what was looked for is found
  useEffect(() => {
    setOpen(false)
    setWords('')
  }, [pathname])
  const { title, mark } = placeIn(node, paths)
  const isSearching = words.trim() !== ''
  const groups = groupsOf(node)
    .map(({ title: name, entries }) => ({
      name: name || OTHERS,
      entries: isSearching ? entries.filter((entry) => matches(entry, words)) : entries,
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <nav className="eq-console-side" aria-label={`${node.title}导航`}>
      <FoldButton node={node} title={title} panel={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <div id={id} className="eq-console-panel" data-open={isOpen}>
        <Link to={node.url} className="eq-side-home" {...mark(node.url)}>
          {node.title}
        </Link>
        <input
          type="search"
          className="eq-input"
          aria-label="查找管理事项"
          placeholder="查找管理事项"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        {isSearching ? null : <SavedViews />}
        {groups.map(({ name, entries }) => (
          <Group
            key={name}
            name={name}
            isOpen={
              isSearching ||
              entries.some(({ url, count }) => count || mark(url)['aria-current'] !== undefined)
            }
          >
            {entries.map((entry) => (
              <li key={entry.id}>
                <Link to={entry.url} {...mark(entry.url)}>
                  {entry.title}
                  {entry.count ? <ListCount path={entry.url} query="" /> : null}
                </Link>
              </li>
            ))}
          </Group>
        ))}
        {groups.length === 0 ? <p role="status">没有名称包含“{words.trim()}”的管理事项</p> : null}
      </div>
    </nav>
  )
}

/** Views that are listed; the others stand above their list. */
const MAX_VIEWS = 8

function SavedViews() {
  const { views } = useViews()
  const { query } = useQuery()
  const listed = views.filter(({ name }) => name !== '').slice(0, MAX_VIEWS)
  if (listed.length === 0) return null
  return (
    <Group name="我的视图" isOpen>
      {listed.map((view) => {
        const path = pageById(view.page)?.path
        return path === undefined ? null : (
          <li key={view.id}>
            <Link
              to={viewAddress(path, view)}
              aria-current={query[VIEW_KEY] === view.id ? 'page' : undefined}
            >
              {view.name}
              <ListCount path={path} query={view.query} />
            </Link>
          </li>
        )
      })}
    </Group>
  )
}

interface GroupProps {
  readonly name: string
  /** Opens and closes it when it changes; between that the user does. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

function Group({ name, isOpen, children }: GroupProps) {
  const [isUnfolded, setUnfolded] = useState(isOpen)
  useEffect(() => setUnfolded(isOpen), [isOpen])
  return (
    <details open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
      <summary>{name}</summary>
      <ul>{children}</ul>
    </details>
  )
}
