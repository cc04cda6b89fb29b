// Caches the plan of a layout's columns while the columns stay the same.
import { useMemo } from 'react'
import type { Column } from '#shared/model/page-model.ts'
import { type ColumnPlan, type FactParts, planFacts, planParts } from './column-plan.ts'

export type LayoutColumnPlan = Omit<ColumnPlan, 'heading'> & FactParts

export function useColumnPlan(columns: readonly Column[]): LayoutColumnPlan {
  return useMemo(() => {
    const plan = planParts(columns)
    return { ...plan, ...planFacts(plan.facts) }
  }, [columns])
}
