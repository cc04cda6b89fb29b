// Checks that the user may submit a child of the current item, and finds the link to its form.

import { useBlacklistStatus } from '#portal/core/access/blacklist-status.ts'
import { canCall } from '#portal/core/access/viewer.ts'
import { useSession } from '#portal/core/session/session.ts'
import { daysUntil } from '#portal/ui/format/format-time.ts'
import { optionsOf } from '#portal/widgets/options-of.ts'
import type { Item } from '#portal/widgets/widget-props.ts'
import type { Scope } from '#shared/expressions/condition.ts'
import type { SubmissionPolicy } from '#shared/model/content-model.ts'
import type { Link, Section } from '#shared/model/page-model.ts'
import { findExcepted } from '#shared/model/submission-policy.ts'

export interface ChildSubmission {
  /** Link to the form; undefined if nothing can be submitted, or not by this user. */
  readonly link?: Link | undefined
  /** False for who may read only. */
  readonly mayWrite: boolean
}

/** Checks the submission policy, as the server does when a child is submitted. */
function acceptsSubmission(submissionPolicy: SubmissionPolicy, item: Item): boolean {
  const { states, until, not } = submissionPolicy
  const relations = (item.relations ?? []) as readonly string[]
  if (not?.includes('parent.owner') && relations.includes('owner')) return false
  if (typeof item.status === 'string' && !states.includes(item.status)) return false
  if (findExcepted(submissionPolicy, item) !== undefined) return false
  return (daysUntil(until && item[until]) ?? 0) >= 0
}

export function useChildSubmission(section: Section, { item }: Scope): ChildSubmission {
  const { user } = useSession()
  const { black } = useBlacklistStatus()
  const { link } = optionsOf<'sections/child-list'>(section)
  const submissionPolicy = section.content?.admission
  const isOpen = !submissionPolicy || !item || acceptsSubmission(submissionPolicy, item as Item)
  return { link: isOpen && canCall(section.content?.calls.add, user) ? link : undefined, mayWrite: !black }
}
