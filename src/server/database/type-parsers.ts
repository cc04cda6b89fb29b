// Owns how column values become JavaScript values, alike on PGlite and PostgreSQL.
import pg from 'pg'

const { builtins, getTypeParser } = pg.types

/** Every other type keeps the parser of the driver: timestamptz is a Date, jsonb is parsed, bool is a boolean. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [builtins.INT8, toSafeNumber],
  [builtins.NUMERIC, Number],
  // A day has no time zone, so it stays 'YYYY-MM-DD'; the driver would make it local midnight.
  [builtins.DATE, String],
])

export const typeParsers: pg.CustomTypesConfig = { getTypeParser: findParser }

function findParser(oid: number, format?: 'text' | 'binary'): unknown {
  const own = format === 'binary' ? undefined : PARSERS.get(oid)
  return own ?? (format === 'binary' ? getTypeParser(oid, 'binary') : getTypeParser(oid, 'text'))
}

function toSafeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 value ${text} is beyond the safe integers`)
  return value
}
