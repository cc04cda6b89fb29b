// Draws the footer: operator of the portal, contacts, site map, registrations.

import { memo, useId, useState } from 'react'
import { useManifest } from '#portal/core/configuration/manifest.ts'
import { useMenu } from '#portal/core/configuration/menu.ts'
import { useSession } from '#portal/core/session/session.ts'
import { isDemo, LOGIN, site } from '#portal/core/site.ts'
import { useAfterPaint } from '#portal/ui/hooks/use-after-paint.ts'
import { Link } from '#portal/ui/link.tsx'
import type { MenuNode } from '#shared/model/menu.ts'

const ICP_REGISTER = 'https://beian.miit.gov.cn/'
const { help, privacy, login } = site.pages
const HELP_PATHS = [...help, privacy, login].filter((path) => path !== undefined)

interface Entry {
  readonly title: string
  readonly path: string
}

/** Everything the menu shows to this visitor, two levels deep. */
function siteMap(nodes: readonly MenuNode[]): Entry[] {
  return nodes
    .filter((node) => !node.hidden && !node.user && !HELP_PATHS.includes(node.url))
    .flatMap((node) => [{ title: node.title, path: node.url }, ...siteMap(node.children)])
}

interface LinksProps {
  readonly title: string
  readonly entries: readonly Entry[]
  /** On a phone they come when asked for. */
  readonly folded?: boolean
}

function Links({ title, entries, folded = false }: LinksProps) {
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  if (entries.length === 0) return null
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      {folded ? (
        <button
          type="button"
          className="eq-footer-unfold"
          aria-expanded={isOpen}
          aria-controls={list}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? `收起${title}` : `展开${title}`}
        </button>
      ) : null}
      <ul id={list} data-folded={folded && !isOpen}>
        {entries.map((entry) => (
          <li key={`${entry.path} ${entry.title}`}>
            <Link to={entry.path}>{entry.title}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Registrations() {
  const { organizer, contact, code, icp, police } = site
  const rows = [
    organizer && `主办单位：${organizer}`,
    contact && `联系方式：${contact}`,
    code && `网站标识码：${code}`,
    police && `公安备案：${police}`,
  ].filter(Boolean)
  if (rows.length === 0 && !icp && !isDemo) return null
  return (
    <div className="eq-footer-note">
      {rows.map((row) => (
        <span key={row}>{row}</span>
      ))}
      {icp ? (
        <a href={ICP_REGISTER} target="_blank" rel="noreferrer">
          {icp}
        </a>
      ) : null}
      {isDemo ? <span>演示站点，内容仅供演示</span> : null}
    </div>
  )
}

export const Footer = memo(function Footer({ bare }: { readonly bare: boolean }) {
  const { pages } = useManifest()
  const { nodes } = useMenu()
  const isPainted = useAfterPaint()
  const { user } = useSession()
  const offered = HELP_PATHS.filter((path) => !(user && path === LOGIN)).flatMap((path) =>
    pages.filter((page) => page.path.split('/:')[0] === path),
  )
  return (
    <footer className="eq-footer">
      <div className="eq-wrap">
        {bare ? null : (
          <div className="eq-footer-columns">
            <div>
              <h2>{site.name}</h2>
              {site.summary ? <p>{site.summary}</p> : null}
            </div>
            <Links title="站点地图" entries={isPainted ? siteMap(nodes) : []} folded />
            <Links title="关于与帮助" entries={offered} />
          </div>
        )}
        <Registrations />
      </div>
    </footer>
  )
})
