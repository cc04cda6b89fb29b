// Maps any error thrown in the server to a failure of the error table.

import { isLockTimeout, isUnavailable } from '#server/platform/database/database-unavailable-error.ts'
import { ERRORS, type ErrorName, Failure } from '#shared/calls/errors.ts'

/** Fastify's own refusals by its codes; all others go by their status. */
const BY_CODE: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_JSON',
  FST_ERR_BAD_URL: 'NO_SUCH_ADDRESS',
  FST_ERR_MAX_PARAM_LENGTH: 'NO_SUCH_ADDRESS',
}

const BY_STATUS: Readonly<Record<number, ErrorName>> = {
  400: 'BAD_JSON',
  403: 'NO_SUCH_ADDRESS',
  404: 'NO_SUCH_ADDRESS',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_TYPE',
  429: 'TOO_MANY_REQUESTS',
}

/** Values that no column can hold (SQLSTATE class 22), and text that is no UTF-8. */
const BAD_VALUE = /^22[0-9A-Z]{3}$/
/** Errors of a disk that accepts no more data. The log informs the operators. */
const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])
/** The storage of files does not answer, or does not take them. */
const FILE_STORAGE: Readonly<Record<string, string>> = {
  EFILEREAD: '文件存储暂时没有应答，文件现在打不开，请稍后再试',
  EFILEWRITE: '文件存储暂时没有应答，文件没有保存，请稍后重新上传',
}
/** Transactions that got in each other's way; the same call may succeed at once. */
const CONFLICT = new Set(['40001', '40P01'])

/** The transaction was rolled back, so nothing of it is stored. */
const HELD_UP = '当前操作较多，本次操作未执行，内容没有变化，请稍后再试'

export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isLockTimeout(error)) return new Failure('UNAVAILABLE', { message: HELD_UP })
  if (isUnavailable(error)) return new Failure('UNAVAILABLE')
  const { code, statusCode } = toRecord(error)
  if (typeof code === 'string') {
    if (Object.hasOwn(BY_CODE, code)) return new Failure(BY_CODE[code] as ErrorName)
    if (BAD_VALUE.test(code)) return new Failure('BAD_INPUT')
    if (DISK_FULL.has(code))
      return new Failure('UNAVAILABLE', { message: '存储空间不足，内容没有保存，请稍后重试' })
    if (Object.hasOwn(FILE_STORAGE, code))
      return new Failure('UNAVAILABLE', { message: FILE_STORAGE[code] as string })
    if (CONFLICT.has(code)) return new Failure('UNAVAILABLE')
  }
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new Failure(BY_STATUS[statusCode] ?? 'BAD_PARAMETER')
  return new Failure('INTERNAL')
}

/** Returns true for errors that operators should know of: everything except intended refusals. */
export function isFault(error: unknown): boolean {
  return (
    !(error instanceof Failure) && (ERRORS[toFailure(error).error].status >= 500 || isDatabaseError(error))
  )
}

function isDatabaseError(error: unknown): boolean {
  return BAD_VALUE.test(String(toRecord(error).code))
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
