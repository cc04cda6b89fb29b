// Checks dates that always lie in the past: no deadline, reminder or order by the next date can use them.

import type { Code } from '#config/load/codes.ts'
import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { Field, FormModel } from '#shared/model/content-model.ts'
import { parseBound } from '#shared/validation/date-bound.ts'

/** Returns true if the field accepts only dates up to today, or moments up to now. */
function isPast(context: Context, type: string, field: string): boolean {
  const { properties } = context.of('content').get(type)?.value.fields ?? {}
  const { before, notAfter = before } = properties?.[field]?.['x-date'] ?? {}
  const bound = parseBound(notAfter ?? '')
  return bound !== null && 'today' in bound && bound.today <= 0
}

/** The location to report at, and the content type of the field; undefined for records that are no content. */
interface At {
  readonly context: Context
  readonly document: Document
  readonly path: Path
  readonly type: string | undefined
}

/** Reports what a field that is over already is used for. */
function reportPast(at: At, { name, title }: Field, slug: Code, use: string, cell?: string): void {
  const { context, document, path, type } = at
  if (type === undefined || !isPast(context, type, name)) return
  const message = `“${title}”只能填今天及以前（x-date），${use}`
  const named = cell === undefined ? { found: name } : { found: cell, expected: 'date' }
  context.report(document, path, { slug, message, ...named })
}

/**
 * Checks last days (`soonest`) that are always over when they are entered. Reports at the field, so that its columns
 * need no report.
 */
export function checkPastOrder(context: Context, document: Document, { id, fields }: FormModel): void {
  for (const { name, title, soonest } of fields)
    if (soonest && isPast(context, id, name))
      context.report(document, ['fields', 'properties', name, 'x-date'], {
        slug: 'soonest_past',
        message: `“${title}”是截止日期（x-sort: soonest），却只能填今天及以前（x-date），填写时即已截止：请改用 notBefore 或 after`,
        found: name,
        key: true,
      })
}

/** A column that counts the days that are left. */
export function checkDeadlineCell(at: At, cell: string, field: Field): void {
  const use = `用单元格“${cell}”显示时均为已截止：请改用单元格 date，或换用其他日期字段`
  if (cell === 'deadline' && !field.soonest) reportPast(at, field, 'cell_past', use, cell)
}

/** A step that may be taken only before the date has come. */
export const checkAheadDate = (at: At, step: string, field: Field): void =>
  reportPast(
    at,
    field,
    'ahead_past',
    `流转“${step}”却须在该日期之前办理（ahead），无法办理：请换用其他日期字段，或去掉 ahead`,
  )

/** A step that the system takes on a day that has come already. */
export const checkDueDate = (at: At, step: string, field: Field): void =>
  reportPast(
    at,
    field,
    'due_past',
    `流转“${step}”以其为期限（due），提交时即已到期：请换用其他日期字段，或改 x-date`,
  )

/** Checks the last day for submissions under an item. */
export const checkUntilDate = (at: At, field: Field): void =>
  reportPast(
    at,
    field,
    'until_past',
    '以其为截止日期（until），无人能够提交：请换用其他日期字段，或改 x-date',
  )

/** Days before what is over when it is written. */
export const checkRemindedDate = (at: At, field: Field): void =>
  reportPast(at, field, 'remind_past', '在该日期之前的提醒（due）不会发出：请换用其他日期字段，或改 x-date')
