// Owns the breadcrumb: from 首页 to here; an optional trail in the address comes before the page (NAV-03, NAV-08).
import { Link, useParams } from 'react-router-dom'
import type { ManifestPage, Page } from '../../shared/model.ts'
import { readTrail } from './trail.ts'

export function Breadcrumb({ entry, page }: { entry: ManifestPage; page: Page | null }) {
  const { penultNmameArry } = useParams()
  const names = readTrail(penultNmameArry)
  return (
    <nav className="eq-breadcrumb" aria-label="当前位置">
      <ol>
        {(page?.trail ?? [{ title: '首页', path: '/home-page' }]).map((step) => (
          <li key={step.path}>
            <Link to={step.path}>{step.title}</Link>
          </li>
        ))}
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
        <li aria-current="page">{entry.title}</li>
      </ol>
    </nav>
  )
}
