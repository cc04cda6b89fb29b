// Draws the logo and name of the portal, with a link to the home page.
import { Link } from 'react-router-dom'
import { site } from '#portal/core/site.ts'

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
