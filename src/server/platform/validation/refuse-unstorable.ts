// Refuses input that no database stores: NUL, halves of surrogate pairs, endless nesting.
import { Failure } from '#shared/calls/errors.ts'

const MAX_DEPTH = 32
/** NUL, or half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Cs}/u

type Refused = 'BAD_INPUT' | 'BAD_PARAMETER'

export function refuseUnstorable(value: unknown, error: Refused = 'BAD_INPUT'): void {
  walk(value, { error, path: '', depth: 0 })
}

interface WalkPosition {
  readonly error: Refused
  readonly path: string
  readonly depth: number
}

function walk(value: unknown, place: WalkPosition): void {
  const { error, path, depth } = place
  if (depth > MAX_DEPTH) throw new Failure(error, { message: '提交的内容嵌套过深' })
  if (typeof value === 'string') refuseText(value, place)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      refuseText(name, place)
      walk(entry, { error, path: `${path}/${name.slice(0, 40)}`, depth: depth + 1 })
    }
  }
}

function refuseText(text: string, { error, path }: WalkPosition): void {
  if (!UNSTORABLE.test(text)) return
  throw new Failure(error, { errors: [{ path, message: '含有无法保存的字符，请删除后重试' }] })
}
