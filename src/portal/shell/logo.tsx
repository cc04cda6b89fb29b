// Owns the portal's mark and name, linking home.
import { Link } from 'react-router-dom'

export function Logo() {
  return (
    <Link className="eq-logo" to="/home-page">
      <svg viewBox="0 0 48 48" width="44" height="44" aria-hidden="true">
        <path fill="#0B4EA2" d="M24 3 42 9v14c0 11-7.5 18.5-18 22C13.5 41.5 6 34 6 23V9z" />
        <path fill="#fff" d="M14 26c3.5-4 6.5-4 10 0s6.5 4 10 0v5c-3.5 4-6.5 4-10 0s-6.5-4-10 0z" />
        <path fill="#F26A1B" d="m24 10 2.4 4.9 5.4.8-3.9 3.8.9 5.3-4.8-2.5-4.8 2.5.9-5.3-3.9-3.8 5.4-.8z" />
      </svg>
      <span className="eq-logo-text">
        应急装备信息网
        <small>Emergency Equipment Network</small>
      </span>
    </Link>
  )
}
