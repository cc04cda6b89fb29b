// Owns opening a configured link from code.
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Scope } from '../../shared/condition.ts'
import type { Link } from '../../shared/page-model.ts'
import { linkTo } from './link-to.ts'

export function useOpen(): (link: Link, scope: Scope) => void {
  const navigate = useNavigate()
  return useCallback((link, scope) => void navigate(linkTo(link, scope)), [navigate])
}
