// Checks that every audience that may read items of a type reads them in some state, and in the only state that a
// call lists.

import type { Context } from '#config/load/context.ts'
import type { Document } from '#config/load/document.ts'
import type { Compiled } from '#config/pipeline/compile-model.ts'
import {
  type Audience,
  audienceTitle,
  isForMembers,
  isInAudience,
  isRelation,
  type RoleModel,
  regionalOf,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { LifecycleState } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

const MANY: readonly Audience[] = ['anyone', 'registered', 'participant']
const READING = ['list', 'info', 'statistic', 'facets', 'neighbours', 'related']

export function checkStateReaders(context: Context, { contentTypes, operations }: Compiled): void {
  for (const type of contentTypes) {
    const document = context.of('content').get(type.name)
    if (!document) continue
    for (const operation of operations)
      if (operation.content?.type === type.name) checkFixedState(context, document, type, operation)
    const own = operations.filter(({ content }) => content?.type === type.name)
    const reads = own.filter(({ content }) => READING.includes(content?.action ?? ''))
    const unread = new Map<Audience, Operation[]>()
    for (const operation of reads)
      for (const audience of operation.access)
        if (isNobody(context.roles, type, own, operation, audience))
          unread.set(audience, [...(unread.get(audience) ?? []), operation])
    const [first] = unread
    if (!first) continue
    const [audience, [operation]] = first
    const { states, name } = type.lifecycle
    const lifecycle = context.of('lifecycle').get(name)
    const open = Object.keys(states).filter((state) => !states[state]?.gone)
    const isOnly = contentTypes.filter((one) => one.lifecycle.name === name).length === 1
    const who = [...unread.keys()].map((one) => audienceTitle(context.roles, one)).join('、')
    const message = `${who}可以调用“${operation?.id ?? ''}”，却在“${type.title}”的任何状态下都无权查看，结果始终为空：请写入状态的 readers，或从 access 中去掉`
    // If one type alone uses the lifecycle and one state remains, the readers are declared in that state: report it
    // there.
    if (lifecycle && isOnly && open.length === 1)
      context.report(lifecycle, ['states', open[0] ?? '', 'readers'], {
        slug: 'reader_nothing',
        message,
        found: audience,
      })
    else
      context.report(document, ['endpoints', (operation?.id ?? '').slice(type.name.length + 1), 'access'], {
        slug: 'reader_nothing',
        message,
        found: audience,
      })
  }
}

/**
 * Checks that a call that lists one state alone is for readers of that state: for other visitors and members it is
 * always empty.
 */
function checkFixedState(
  context: Context,
  document: Document,
  { name, title, lifecycle }: ContentType,
  { id, access, content }: Operation,
): void {
  const { fixed = {}, action = '' } = content ?? {}
  if (!READING.includes(action) || typeof fixed.status !== 'string') return
  const states = fixed.status.split(',').flatMap((state) => lifecycle.states[state] ?? [])
  const isShutTo = ({ readers = ['anyone'] }: LifecycleState) =>
    access.includes('anyone')
      ? !readers.includes('anyone')
      : isForMembers(access) && !isForMembers(readers) && !readers.some((one) => isRelation(one))
  if (states.length === 0 || !states.every(isShutTo)) return
  const who = audienceTitle(context.roles, access.find((one) => MANY.includes(one)) ?? '')
  const readers = new Set(states.flatMap((state) => state.readers ?? []))
  const read = [...readers].map((one) => audienceTitle(context.roles, one)).join('、') || '无'
  const open = Object.keys(lifecycle.states).filter((one) => lifecycle.states[one]?.public)
  context.report(document, ['endpoints', id.slice(name.length + 1), 'fixed', 'status'], {
    slug: 'fixed_unread',
    message: `“${id}”对${who}开放，却只列出“${title}”中“${states.map((state) => state.title).join('、')}”的内容（可查看：${read}），其他人的结果始终为空：请改为其可查看的状态${open.length > 0 ? `（如 ${open.join('、')}）` : ''}，或收窄 access`,
    found: fixed.status,
  })
}

/** Only of a role or a grant it is known who belongs to it, and of relations that some role cannot have them. */
function isNobody(
  all: readonly RoleModel[],
  { lifecycle, parent }: ContentType,
  own: readonly Operation[],
  { content }: Operation,
  audience: Audience,
): boolean {
  if (isRelation(audience) || MANY.includes(audience)) return false
  const roles = all.filter((role) => isInAudience(toRoleCaller(role), [audience]))
  const only = content?.fixed.status
  const states = Object.entries(lifecycle.states).filter(([name, { gone: isDeleted }]) =>
    only === undefined ? !isDeleted : name === only,
  )
  const writes = own.filter((operation) => ['add', 'save'].includes(operation.content?.action ?? ''))
  const may = (role: RoleModel, reader: Audience): boolean => {
    const regional = regionalOf(reader)
    if (regional !== undefined) return isInAudience(toRoleCaller(role), [regional])
    if (reader === 'owner')
      return writes.length === 0 || writes.some(({ access }) => isInAudience(toRoleCaller(role), access))
    // The parent, the children or fields of the item decide who belongs to the other relations.
    if (isRelation(reader)) return reader !== 'parent.owner' || parent !== undefined
    return isInAudience(toRoleCaller(role), [reader])
  }
  return (
    roles.length > 0 &&
    states.length > 0 &&
    states.every(
      ([, { readers, applicants }]) =>
        readers !== undefined && !applicants && !roles.some((role) => readers.some((one) => may(role, one))),
    )
  )
}
