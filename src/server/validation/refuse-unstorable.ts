// Owns the refusal of what no database stores: NUL, halves of surrogate pairs, endless nesting.
import { Failure } from '../../shared/errors.ts'

const DEEPEST = 32
/** NUL, or half of a surrogate pair. */
const UNSTORABLE = /\0|\p{Cs}/u

export function refuseUnstorable(value: unknown, path = '', depth = 0): void {
  if (depth > DEEPEST) throw new Failure('BAD_INPUT', { message: '提交的内容嵌套过深' })
  if (typeof value === 'string') refuseText(value, path)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      refuseText(name, path)
      refuseUnstorable(entry, `${path}/${name.slice(0, 40)}`, depth + 1)
    }
  }
}

function refuseText(text: string, path: string): void {
  if (!UNSTORABLE.test(text)) return
  throw new Failure('BAD_INPUT', { errors: [{ path, message: '含有无法保存的字符，请删除后重试' }] })
}
