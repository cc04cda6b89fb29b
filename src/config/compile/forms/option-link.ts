// Validates links inside the options of widgets, where the widget's schema leaves their shape open.

import type { WrittenLink } from '#config/generated/written.ts'
import type { Path } from '#config/load/document.ts'
import type { Place } from '#config/load/place.ts'
import type { Json } from '#shared/model/json.ts'

const KEYS: readonly string[] = ['page', 'type', 'params']
const SCALARS: readonly string[] = ['string', 'number', 'boolean']

interface Fault {
  readonly at: Path
  readonly slug: string
  readonly message: string
  readonly found?: string
}

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function* faultsOf(written: Json): Generator<Fault> {
  if (typeof written === 'string' && written !== '') return
  if (!isObject(written)) {
    yield { at: [], slug: 'type_wrong', message: '链接应为页面 id，或 { "page": 页面 id, "params": 参数 }' }
    return
  }
  for (const key of Object.keys(written))
    if (!KEYS.includes(key))
      yield {
        at: [key],
        slug: 'key_unknown',
        message: `未知的键“${key}”，此处可用：${KEYS.join('、')}`,
        found: key,
      }
  for (const key of ['page', 'type'])
    if (Object.hasOwn(written, key) && (typeof written[key] !== 'string' || written[key] === ''))
      yield { at: [key], slug: 'type_wrong', message: '类型不对：此处应为文字' }
  if (written.page === undefined) yield { at: [], slug: 'key_missing', message: '缺少必需的键“page”' }
  if (written.params === undefined) return
  if (!isObject(written.params)) {
    yield { at: ['params'], slug: 'type_wrong', message: '类型不对：此处应为对象' }
    return
  }
  for (const [name, value] of Object.entries(written.params))
    if (!SCALARS.includes(typeof value))
      yield {
        at: ['params', name],
        slug: 'type_wrong',
        message: `类型不对：参数“${name}”应为文字、数字或 true、false`,
      }
}

/** The link, where it is one; what is wrong with it is reported. */
export function toLink(here: Place, written: Json): WrittenLink | null {
  const faults = [...faultsOf(written)]
  for (const { at, slug, message, found } of faults)
    here.at(...at).report({
      slug,
      message,
      ...(found === undefined ? {} : { found, known: KEYS, key: true }),
    })
  return faults.length > 0 ? null : (written as WrittenLink) // as judged above
}
