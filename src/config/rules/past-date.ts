// Owns the rules about dates that always lie in the past, which nothing is still to come to.
import type { Field } from '../../shared/content-model.ts'
import { parseBound } from '../../shared/validation/date-bound.ts'
import type { Context } from '../context.ts'
import type { Document, Path } from '../document.ts'

interface Written {
  readonly 'x-date'?: { readonly before?: string; readonly notAfter?: string }
}

/** Whether what may be written there lies no later than the day, or the moment, on which it is. */
function isPast(context: Context, type: string, field: string): boolean {
  const { fields } = (context.of('content').get(type)?.value ?? {}) as {
    readonly fields?: { readonly properties?: Readonly<Record<string, Written | undefined>> }
  }
  const { before, notAfter = before } = fields?.properties?.[field]?.['x-date'] ?? {}
  const bound = parseBound(notAfter ?? '')
  return bound !== null && 'today' in bound && bound.today <= 0
}

/** Where it is said, and the content type whose field it is about; undefined for records that are no content. */
interface At {
  readonly context: Context
  readonly document: Document
  readonly path: Path
  readonly type: string | undefined
}

const isPastAt = ({ context, type }: At, { name }: Field) => type !== undefined && isPast(context, type, name)

/** A column that counts the days that are left. */
export function checkDeadlineCell(at: At, cell: string, field: Field): void {
  if (cell === 'deadline' && isPastAt(at, field))
    at.context.report(at.document, at.path, {
      slug: 'cell_past',
      message: `“${field.title}”只能填今天及以前（x-date），用单元格“${cell}”显示时每一条都是已截止：请用 date，或换一个日期`,
      found: cell,
      expected: 'date',
    })
}

/** A step that may be taken only before the date has come. */
export function checkAheadDate(at: At, step: string, field: Field): void {
  if (isPastAt(at, field))
    at.context.report(at.document, at.path, {
      slug: 'ahead_past',
      message: `“${field.title}”只能填今天及以前（x-date），流转“${step}”却要在它之前办理（ahead），每次都会被拒绝：请换一个日期，或去掉 ahead`,
      found: field.name,
    })
}
