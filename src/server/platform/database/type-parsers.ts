// Parses column values into JavaScript values, alike on PGlite and PostgreSQL.
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import pg from './pg.ts'

const { builtins, getTypeParser } = pg.types

/** Every other type keeps the parser of the driver: timestamptz is a Date, jsonb is parsed, bool is a boolean. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toSafeNumber],
  [builtins.NUMERIC, Number],
  // A day has no time zone, so it stays 'YYYY-MM-DD'; the driver would make it local midnight.
  [builtins.DATE, String],
])

/** Opens values that `secrets` has sealed, in the results of every query. */
export function typeParsers(secrets: Secrets): pg.CustomTypesConfig {
  const parsers = new Map<number, (text: string) => unknown>([
    ...PARSERS,
    [builtins.TEXT, secrets.parseText],
    [builtins.JSON, secrets.parseJson],
    [builtins.JSONB, secrets.parseJson],
  ])
  return { getTypeParser: (oid: number, format?: 'text' | 'binary') => findParser(parsers, oid, format) }
}

function findParser(
  parsers: ReadonlyMap<number, (text: string) => unknown>,
  oid: number,
  format?: 'text' | 'binary',
): unknown {
  const own = format === 'binary' ? undefined : parsers.get(oid)
  return own ?? (format === 'binary' ? getTypeParser(oid, 'binary') : getTypeParser(oid, 'text'))
}

function toSafeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} is beyond the safe integers`)
  return value
}
