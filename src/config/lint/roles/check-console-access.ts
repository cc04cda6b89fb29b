// Checks the console: nobody else may open its calls and pages, and read-only roles write nothing there.

import { accessPath } from '#config/compile/api/check-routes.ts'
import { findConsoleReaders, managesContent } from '#config/compile/api/operator-endpoints.ts'
import type { WrittenPageHead } from '#config/compile/links/compile-context.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import {
  type Audience,
  audienceTitle,
  isInAudience,
  isNamed,
  isOnlyReader,
  isRelation,
  toRoleCaller,
} from '#shared/access/roles.ts'
import type { Transition } from '#shared/lifecycles/lifecycle.ts'
import type { ContentType } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'

/** Matches the addresses of the console, both of generated and of handwritten pages and calls. */
const DESK = /^(?:\/newapi)?\/operator\//

const EVERYBODY: readonly Audience[] = ['anyone', 'registered', 'participant']

interface Placed<Value> {
  readonly document: Document
  readonly path: Path
  readonly value: Value
}

/**
 * Checks access to the operator console (`/operator/…`): roles that may not read the console may open none of its
 * calls and pages, and read-only roles write nothing there. Problems are reported to `context`.
 *
 * @example
 * checkConsoleAccess(context, operations, pages, contentTypes)
 */
export function checkConsoleAccess(
  context: Context,
  operations: readonly Placed<Operation>[],
  pages: readonly Placed<WrittenPageHead>[],
  types: ReadonlyMap<string, ContentType>,
): void {
  for (const { document, path, value } of operations)
    if (!document.isMade) checkReadersWrite(context, document, path, value, types)
  // The home page of the console declares who reads it.
  const home = sitePage(context, 'operatorHome') ?? ''
  if (!managesContent(context) || context.isInvalid('page', home) || isOpenConsole(context, home)) return
  const consoleReaders = findConsoleReaders(context)
  for (const { document, path, value } of operations)
    checkConsoleOnly(context, document, accessPath({ path }), `接口“${value.id}”`, value, consoleReaders)
  for (const { document, value } of pages)
    if (!document.isMade)
      checkConsoleOnly(context, document, ['access'], `页面“${value.id}”`, value, consoleReaders)
}

/** Returns true if the home page declares no access, which is reported there. */
function isOpenConsole(context: Context, home: string): boolean {
  const { access, surface } = context.of('page').get(home)?.value ?? {}
  return surface === 'console' && access === undefined
}

/** Reports roles that may open the address but not the console; undefined stands for a visitor. */
function checkConsoleOnly(
  context: Context,
  document: Document,
  path: Path,
  what: string,
  { path: address, access }: { readonly path: string; readonly access: readonly Audience[] },
  consoleReaders: readonly Audience[],
): void {
  if (!DESK.test(address)) return
  const others = context.roles.filter(
    (role) => isInAudience(toRoleCaller(role), access) && !isInAudience(toRoleCaller(role), consoleReaders),
  )
  if (others.length === 0) return
  const who = access.includes('anyone') ? '任何人' : others.map(({ title }) => title).join('、')
  context.report(document, path, {
    slug: 'desk_access',
    message: `${what}的地址在 /operator/ 之下，只供管理后台使用，却对${who}开放：请把 access 限于 ${consoleReaders.join('、')}`,
    found: access.join(', '),
    expected: consoleReaders.join(', '),
  })
}

/** Checks that a call admits no role that its transitions do not admit. */
function checkTransitionAccess(
  context: Context,
  document: Document,
  path: Path,
  { id, access }: Pick<Operation, 'id' | 'access'>,
  steps: readonly Transition[],
): void {
  const by = steps.flatMap((step) => step.by)
  // Transitions that nobody takes are reported there.
  if (by.length === 0) return
  if (by.some((one) => EVERYBODY.includes(one))) return
  // Participants may have the relation that a transition names; read-only roles never do.
  const isRelated = by.some(isRelation)
  const idle = context.roles.filter(
    (role) =>
      access.some((one) => isNamed(toRoleCaller(role), one)) &&
      !by.some((one) => isNamed(toRoleCaller(role), one)) &&
      (!isRelated || isOnlyReader(toRoleCaller(role))),
  )
  if (idle.length === 0) return
  context.report(document, accessPath({ path }), {
    slug: 'step_access',
    message: `“${id}”对${idle.map(({ title }) => title).join('、')}开放，流转“${steps[0]?.title ?? ''}”却只能由${by.map((one) => audienceTitle(context.roles, one)).join('、')}执行：请从 access 中去掉，或写入流转的 by`,
    found: idle.map(({ name }) => name).join(', '),
  })
}

/**
 * Checks that a call that writes names no read-only role. A call for everybody is written with a group; a role that
 * only examines is named for the decisions that it alone makes.
 */
function checkReadersWrite(
  context: Context,
  document: Document,
  path: Path,
  { id, access, writes, personal, content }: Operation,
  types: ReadonlyMap<string, ContentType>,
): void {
  if (!writes || personal || access.some((one) => EVERYBODY.includes(one))) return
  const { admission: submissionPolicy, lifecycle } = types.get(content?.type ?? '') ?? {}
  const steps = lifecycle?.transitions.filter(({ action }) => action === content?.action) ?? []
  if (steps.length > 0) {
    checkTransitionAccess(context, document, path, { id, access }, steps)
    return
  }
  // A call that submits items for examination admits the read-only roles that the submission policy names.
  const decides = submissionPolicy?.by ?? []
  const readers = context.roles.filter(
    (role) =>
      isOnlyReader(toRoleCaller(role)) &&
      access.some((one) => isNamed(toRoleCaller(role), one)) &&
      !isInAudience(toRoleCaller(role), decides),
  )
  if (readers.length === 0 || content?.action === 'bulk') return
  context.report(document, accessPath({ path }), {
    slug: 'reader_writes',
    message: `${readers.map(({ title }) => title).join('、')}只查看、不办理，“${id}”却让其写入：请从 access 中去掉`,
    found: readers.map(({ name }) => name).join(', '),
  })
}
