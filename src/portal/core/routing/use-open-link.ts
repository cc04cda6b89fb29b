// Opens a configured link from code.
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Scope } from '#shared/expressions/condition.ts'
import type { Link } from '#shared/model/page-model.ts'
import { linkTo } from './link-address.ts'

export function useOpenLink(): (link: Link, scope: Scope) => void {
  const navigate = useNavigate()
  return useCallback((link, scope) => void navigate(linkTo(link, scope)), [navigate])
}
