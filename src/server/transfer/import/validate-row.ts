// Validates one row: reads its cells, validates the answers by the form, names every error with its column.

import { beforeValidate } from '#server/content/write/run-hooks.ts'
import { type Body, prepareBody } from '#server/content/write/validate.ts'
import type { Call } from '#server/platform/call.ts'
import { separatorsIn, toVisible } from '#server/platform/table-files/table-file.ts'
import { Failure, type FieldError } from '#shared/calls/errors.ts'
import type { RowFault } from '#shared/calls/import-answers.ts'
import { cutLetters } from '#shared/formats/text-length.ts'
import { helpOf } from './column-help.ts'
import type { ImportKind } from './import-kind.ts'
import type { FileColumn } from './match-columns.ts'
import { readCell, type Titles } from './read-cell.ts'

type RowVerdict = { readonly body: Body } | { readonly faults: readonly RowFault[] }

interface RowContext {
  readonly kind: ImportKind
  /** In the order of the file. */
  readonly file: readonly (FileColumn | null)[]
  readonly titles: Titles
  readonly call: Call
}

const MAX_VALUE_LENGTH = 60

export async function validateRow(
  { kind, file, titles, call }: RowContext,
  cells: readonly string[],
): Promise<RowVerdict> {
  const marks = separatorsIn(cells)
  if (marks) return { faults: [toMisparted(cells, marks)] }
  const byKey = new Map(kind.columns.map((column) => [column.key, column]))
  const answers: Record<string, unknown> = { ...kind.given }
  const problems = new Map<string, string>()
  const written = new Map<string, string>()
  for (const [index, place] of file.entries()) {
    const column = place && byKey.get(place.key)
    const text = cells[index] ?? ''
    const read = column && readCell(text, column, { file: place, titles })
    if (!column || !read) continue
    written.set(column.key, toVisible(text.trim()))
    put(answers, column.key, 'value' in read ? read.value : text)
    if ('problem' in read) problems.set(column.key, read.problem)
  }
  const result = await validateAnswers(kind, answers, call)
  const faults = new Map<string, string>()
  for (const { path, message } of result.errors ?? []) {
    const key = keyOf(path, byKey)
    if (!faults.has(key)) faults.set(key, message)
  }
  // An unreadable cell has a message of its own.
  for (const [key, problem] of problems) faults.set(key, problem)
  for (const key of written.keys())
    if (result.body && !has(result.body, key) && !faults.has(key))
      faults.set(key, `按本行其他项目的填写，“${byKey.get(key)?.title}”不适用，请清空该单元格`)
  if (result.body && faults.size === 0) return { body: result.body }
  return {
    faults: [...faults].map(([key, message]) => {
      const column = byKey.get(key)
      const value = cutLetters(written.get(key) ?? '', MAX_VALUE_LENGTH)
      return { column: column?.title ?? null, value, message, help: column ? helpOf(column) : '' }
    }),
  }
}

const MARK_NAMES: Readonly<Record<string, string>> = {
  ',': '逗号（,）',
  ';': '分号（;）',
  '|': '竖线（|）',
  '\t': '制表符',
  '，': '中文逗号（，）',
  '；': '中文分号（；）',
}

const nameSeparator = (mark: string) => MARK_NAMES[mark] ?? `“${mark}”`

/** No other error can be reported, because none of the row's cells is known. */
function toMisparted(cells: readonly string[], [used, wanted]: readonly [string, string]): RowFault {
  const row = cells.map(toVisible).join(wanted)
  return {
    column: null,
    value: cutLetters(row, MAX_VALUE_LENGTH),
    message: `这一行以${nameSeparator(used)}分隔各列，与标题行的${nameSeparator(wanted)}不一致`,
    help: `请改用${nameSeparator(wanted)}分隔；内容本身含有${nameSeparator(wanted)}的，用双引号括起来`,
  }
}

interface AnswersResult {
  readonly body?: Body
  readonly errors?: readonly FieldError[]
}

async function validateAnswers(
  { plan, account }: ImportKind,
  answers: Body,
  call: Call,
): Promise<AnswersResult> {
  const { services } = call
  const context = { call, caller: account, plan, services, db: services.db }
  try {
    return { body: prepareBody(context, await beforeValidate(context, answers)) }
  } catch (error) {
    if (!(error instanceof Failure) || error.error !== 'BAD_INPUT') throw error
    return { errors: error.errors ?? [{ path: '', message: error.message }] }
  }
}

function put(answers: Record<string, unknown>, key: string, value: unknown): void {
  const [name = '', inner] = key.split('.')
  answers[name] = inner === undefined ? value : { ...(answers[name] as object | undefined), [inner]: value }
}

function has(body: Body, key: string): boolean {
  const [name = '', inner] = key.split('.')
  const value = body[name]
  return inner === undefined ? value !== undefined : Object.hasOwn((value as object | undefined) ?? {}, inner)
}

/** `/params/flow` is the column `params.flow`, `/application/0` the column `application`. */
function keyOf(path: string, columns: ReadonlyMap<string, unknown>): string {
  const parts = path.split('/').slice(1)
  const deep = parts.slice(0, 2).join('.')
  return columns.has(deep) ? deep : (parts[0] ?? '')
}
