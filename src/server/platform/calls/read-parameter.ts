// Reads parameters that arrive as text, number or boolean, and removes characters that PostgreSQL refuses.
import { MAX_PAGE } from '#shared/calls/envelope.ts'
import { Failure } from '#shared/calls/errors.ts'
import { parameterTitle } from '#shared/calls/parameter-titles.ts'

export type Parameters = Readonly<Record<string, unknown>>

/** NUL and halves of surrogate pairs are valid in JSON and in URLs, but not in a PostgreSQL text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
const UNSTORABLE = /\u0000|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

const MAX_TEXT = 500

export function cleanText(text: string): string {
  return text.replace(UNSTORABLE, '')
}

/**
 * Returns the text of a parameter, trimmed and without characters that the database cannot store; undefined if it
 * is missing, empty, or neither text, number nor boolean. Throws `Failure('BAD_PARAMETER')` for more than 500
 * characters, except for `ids`.
 *
 * @example
 * readText({ keyWord: ' 水泵 ' }, 'keyWord') // → '水泵'
 * readText({ keyWord: '' }, 'keyWord') // → undefined
 */
export function readText(params: Parameters, name: string): string | undefined {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  const text = cleanText(value).trim()
  if (text.length > MAX_TEXT && name !== 'ids') throw badParameter(name)
  return text === '' ? undefined : text
}

export function requireText(params: Parameters, name: string): string {
  const text = readText(params, name)
  if (text === undefined) throw badParameter(name)
  return text
}

/**
 * Returns the integer of a parameter; undefined if it is missing or empty. Throws `Failure('BAD_PARAMETER')` for a
 * value that is no integer or outside `min` and `max`.
 *
 * @example
 * readInteger({ limit: '5' }, 'limit', { min: 1, max: 50 }) // → 5
 */
export function readInteger(
  params: Parameters,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const text = readText(params, name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min || value > max) throw badParameter(name)
  return value
}

export function readFlag(params: Parameters, name: string): boolean | undefined {
  const text = readText(params, name)
  return text === undefined ? undefined : text === 'true' || text === '1'
}

/**
 * Returns the comma-separated values of a parameter, or the entries of a list, without empty ones; undefined if
 * none remain. Throws `Failure('BAD_PARAMETER')` for more than `max` values.
 *
 * @example
 * readValues({ level: 'national, provincial,' }, 'level') // → ['national', 'provincial']
 */
export function readValues(params: Parameters, name: string, max = 50): string[] | undefined {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  const text = Array.isArray(value) ? value.map(String).join(',') : readText(params, name)
  if (text === undefined) return undefined
  const values = text
    .split(',')
    .map((part) => cleanText(part).trim())
    .filter((part) => part !== '')
  if (values.length > max) throw badParameter(name)
  return values.length > 0 ? values : undefined
}

/** Callers that know how the parameter is called say so in `message`. */
/** A range that ends before it begins holds nothing: one end was taken for the other. */
export function requireForward(
  name: string,
  title: string,
  from: number | string | undefined,
  to: number | string | undefined,
): void {
  if (from === undefined || to === undefined || from <= to) return
  const message =
    typeof from === 'number'
      ? `${title}的下限 ${from} 大于上限 ${to}，请对调或改小下限`
      : `${title}的起始日期 ${from} 晚于结束日期 ${to}，请对调或改早起始日期`
  throw badParameter(name, message)
}

export function badParameter(name: string, message = `${parameterTitle(name) ?? '请求参数'}不正确`): Failure {
  return new Failure('BAD_PARAMETER', { errors: [{ path: `/${name}`, message }] })
}

export const MAX_PAGE_SIZE = 50

/**
 * Reads the page number (`page` or `currentPage`, default 1, at most 1,000,000) and the page size (`limit` or
 * `pageSize`, default 10, at most 50). Throws `Failure('BAD_PARAMETER')` for a value outside these limits.
 *
 * @example
 * readPaging({ page: '2', pageSize: '20' }) // → { page: 2, limit: 20 }
 * readPaging({}) // → { page: 1, limit: 10 }
 */
export function readPaging(params: Parameters): { readonly page: number; readonly limit: number } {
  const read = (names: readonly string[], max: number): number | undefined =>
    names.map((name) => readInteger(params, name, { min: 1, max })).find((value) => value !== undefined)
  return {
    page: read(['page', 'currentPage'], MAX_PAGE) ?? 1,
    limit: read(['limit', 'pageSize'], MAX_PAGE_SIZE) ?? 10,
  }
}
