// Rule over help texts: a field accepts every value within the limits that its help names.

import { defineRule, type Rule } from '../rule.ts'

const NUMBER = '(\\d+(?:\\.\\d+)?)'

interface Counted {
  readonly types: readonly string[]
  readonly least: string
  readonly most: string
  /** Words for what is counted, as a pattern. */
  readonly unit: (own: string) => string
}

const COUNTED: readonly Counted[] = [
  {
    types: ['string'],
    least: 'minLength',
    most: 'maxLength',
    // “不超过 500 字的” speaks of some other text.
    unit: () => '个?(?:字符|字|位)(?![节段小数的])',
  },
  {
    types: ['array'],
    least: 'minItems',
    most: 'maxItems',
    unit: () => '(?:个|项|张|份|条|人)(?![字月小工的])',
  },
  {
    types: ['number', 'integer'],
    least: 'minimum',
    most: 'maximum',
    unit: (own) => `(?:${own.replace(/[^\w\s]/g, '\\$&')})?(?=$|[，。；、）])`,
  },
]

/** Returns the limits that a text names, by the first of each way to say it. */
function limitsIn(help: string, unit: string): { readonly least?: number; readonly most?: number } {
  const find = (...ways: readonly string[]) =>
    ways.map((written) => new RegExp(written + unit).exec(help)).find((found) => found)
  const range = find(`${NUMBER}\\s*[～~—–-]\\s*${NUMBER}\\s*`)
  if (range) return { least: Number(range[1]), most: Number(range[2]) }
  const within = (word: string) => new RegExp(`${NUMBER}\\s*${unit}${word}`).exec(help)
  const most = find(`(?:不超过|不多于|最多|至多)\\s*${NUMBER}\\s*`) ?? within('以内')
  const least = find(`(?:不少于|至少|最少)\\s*${NUMBER}\\s*`) ?? within('以上')
  return { ...(most ? { most: Number(most[1]) } : {}), ...(least ? { least: Number(least[1]) } : {}) }
}

const helpLimits = defineRule('field', ({ at, field: { name, title, schema } }) => {
  const { fields } = at.document.value as {
    readonly fields?: { readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>> }
  }
  const raw = fields?.properties?.[name] ?? {}
  const { 'x-help': help, 'x-unit': unit = '' } = raw
  const counted = COUNTED.find(({ types }) =>
    [schema.type].flat().some((type) => types.includes(String(type))),
  )
  if (typeof help !== 'string' || !counted) return
  const { least, most } = limitsIn(help, counted.unit(String(unit)))
  const compare = (key: string, word: string, stated: number | undefined, sign: 1 | -1) => {
    const limit = schema[key]
    if (stated === undefined || typeof limit !== 'number' || stated * sign <= limit * sign) return
    at.at(Object.hasOwn(raw, key) ? key : 'x-help').report('help_limit', {
      found: String(limit),
      expected: String(stated),
      title,
      help,
      word,
      limit,
      keyName: key,
    })
  }
  compare(counted.most, '最多', most, 1)
  compare(counted.least, '最少', least, -1)
})

export const helpRules: readonly Rule[] = [helpLimits]
