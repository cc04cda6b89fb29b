// Checks that a type whose changes are reviewed has no call or transition that bypasses its reviewers.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import {
  type Audience,
  GRANTS,
  isGranted,
  isInAudience,
  isRelation,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { ContentType, Field } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** Field types whose text people write in their own words. */
const WORDED: readonly Field['type'][] = ['long-text', 'rich-text']

export function checkReview(
  context: Context,
  document: Document,
  type: ContentType,
  operations: readonly Operation[],
): void {
  for (const operation of operations) {
    const path = ['endpoints', operation.id.slice(type.name.length + 1)]
    if (operation.content?.action === 'add') checkAdded(context, document, path, type, operation)
    if (operation.content?.action === 'set') checkSet(context, document, path, type, operation)
  }
}

/**
 * Returns the audiences that take an item from the state in which its changes wait to this one; undefined if that
 * depends on the item.
 */
function reviewersOf({ lifecycle }: ContentType, state: string): readonly Audience[] | undefined {
  const waits = lifecycle.states[state]?.edited
  if (waits === undefined) return undefined
  const by = lifecycle.transitions
    .filter(({ from, to }) => to === state && from.includes(waits))
    .flatMap((step) => step.by)
    .filter((audience) => audience !== 'owner')
  return by.length === 0 || by.some(isRelation) ? undefined : by
}

function checkAdded(
  context: Context,
  document: Document,
  path: Path,
  type: ContentType,
  { id, access, content }: Operation,
): void {
  const { states, initial } = type.lifecycle
  const { status } = content?.fixed ?? {}
  const start = typeof status === 'string' ? status : initial
  const reviewers = reviewersOf(type, start)
  if (!reviewers) return
  const around = context.roles.filter((role) => {
    const caller = toRoleCaller(role)
    const examines = isInAudience(caller, reviewers) || isGranted(caller, GRANTS.moderate)
    return isInAudience(caller, access) && !examines
  })
  if (around.length === 0) return
  const waits = states[start]?.edited ?? ''
  context.report(document, status === undefined ? path : [...path, 'fixed', 'status'], {
    slug: 'added_unreviewed',
    message: `${around.map(({ title }) => title).join('、')}用“${id}”发布的内容直接为“${states[start]?.title}”，未经审核，修改时却须重新审核（edited）：请写 "fixed": { "status": "${waits}" }，或限定 access`,
    found: start,
    expected: waits,
    ...(status === undefined ? { key: true } : {}),
  })
}

/** Setting leaves an item in its state, and everybody reads at once what its owner has set. */
function checkSet(
  context: Context,
  document: Document,
  path: Path,
  type: ContentType,
  { access, content }: Operation,
): void {
  const { states } = type.lifecycle
  const reviewed = Object.keys(states).find((state) => states[state]?.public && reviewersOf(type, state))
  if (reviewed === undefined || !access.includes('owner')) return
  for (const [index, name] of (content?.fields ?? []).entries()) {
    const field = type.fields.find((one) => one.name === name)
    if (!field || field.visible !== undefined) continue
    if (name !== type.heading && !WORDED.includes(field.type)) continue
    context.report(document, [...path, 'fields', index], {
      slug: 'set_unreviewed',
      message: `“${field.title}”是公开字段，修改“${states[reviewed]?.title}”的内容须重新审核（edited），该接口却允许发布者直接修改，绕过审核：请改用 update，或从 fields 中去掉`,
      found: name,
    })
  }
}
