// Recognises names that pose as staff: compared as a reader sees them, not as they are written.

export interface ReservedNames {
  /** Not allowed anywhere in a name; Latin ones as a word of their own. */
  readonly anywhere: readonly string[]
  /** Not allowed where nothing else is said: a company may be called so-and-so 系统工程. */
  readonly alone: readonly string[]
  /** Offices of the state, not allowed where nothing else is said; absent where somebody examines who bears the name. */
  readonly authorities?: readonly string[]
}

/** Letters of other scripts and digits that are taken for Latin letters. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  l: 'i',
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  м: 'm',
  н: 'h',
  к: 'k',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  α: 'a',
  ο: 'o',
  ι: 'i',
}

/** Traditional characters, and one that is taken for another, as the words of offices have them. */
const TRADITIONAL = new Map(
  ['应應', '装裝', '备備', '网網', '运運', '营營', '审審', '门門', '户戶戸', '统統', '级級', '号號', '账賬帳']
    .concat([
      '国國',
      '总總',
      '厅廳',
      '办辦',
      '处處',
      '监監',
      '检檢',
      '灾災',
      '团團',
      '队隊',
      '组組',
      '导導',
      '务務',
      '产產',
    ])
    .concat([
      '员員園圓',
      '众眾',
      '华華',
      '民',
      '发發',
      '资資',
      '业業',
      '气氣',
      '长長',
      '书書',
      '记記',
      '县縣',
      '区區',
      '汛',
    ])
    .flatMap(([simple = '', ...others]) => others.map((other) => [other, simple] as const)),
)

/** Matches words that may accompany the name of an office without changing it. */
const FILLERS = /人员|专员|中心|部门?|账号|帐号|团队|小组|助手|通知|消息|公告|服务|号|员|组|处|小|的|之/gu
const SEPARATORS = /[\s\p{P}\p{S}\p{Cf}\p{M}]+/u
const LATIN = /^[a-z]+$/

/** Full-width to half-width, marks and case gone. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|\p{Cf}/gu, '')
    .replaceAll(/\p{Script=Han}/gu, (sign) => TRADITIONAL.get(sign) ?? sign)
}

/**
 * Returns the same key for names that a reader cannot distinguish: case, separators, full width, accents,
 * traditional characters and similar letters do not count.
 *
 * @example
 * nameKey('Ad-min') === nameKey('АDM1N') // → true
 */
export const nameKey = (name: string): string => skeleton(plain(name).split(SEPARATORS).join(''))

const skeleton = (text: string) => [...text].map((sign) => LOOKALIKES[sign] ?? sign).join('')

/** The words of a name as they could be read: as they are, without digits at the ends, digits read as letters. */
function latinWords(name: string): Set<string> {
  const words = name.split(/[\s\p{P}\p{Cf}\p{Script=Han}]+/u).filter((word) => word !== '')
  const bare = words.map((word) => word.replaceAll(/^\d+|\d+$/g, ''))
  const joined = name.replaceAll(/[^\p{L}\p{N}@$!|]/gu, '')
  return new Set([...words, ...bare, joined, joined.replaceAll(/^\d+|\d+$/g, '')].map(skeleton))
}

/**
 * Returns true if a visitor could take an account with this name for the staff of the portal. Names in `alone` and
 * `authorities` are refused only if the name consists of nothing else but fillers and digits.
 *
 * @example
 * posesAsStaff('系统客服01', { anywhere: ['客服'], alone: [] }) // → true
 * posesAsStaff('海河系统工程', { anywhere: ['客服'], alone: ['系统'] }) // → false
 */
export function posesAsStaff(name: string, { anywhere, alone, authorities = [] }: ReservedNames): boolean {
  const text = plain(name)
  const words = latinWords(text)
  const joined = text.split(SEPARATORS).join('')
  const isFound = anywhere.some((reserved) => {
    const wanted = plain(reserved)
    return LATIN.test(wanted) ? words.has(skeleton(wanted)) : joined.includes(wanted)
  })
  return isFound || isOnly(joined, alone) || isOnly(joined, authorities)
}

function isOnly(joined: string, alone: readonly string[]): boolean {
  const rest = alone.reduce((text, word) => text.replaceAll(plain(word), ''), joined)
  return rest !== joined && rest.replaceAll(FILLERS, '').replaceAll(/\d/g, '') === ''
}
