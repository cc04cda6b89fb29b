// Checks that a field accepts every value within the limits that its help names.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { JsonSchema } from '#shared/model/json.ts'

type Raw = Readonly<Record<string, unknown>>

interface Promised {
  readonly least?: number
  readonly most?: number
}

const NUMBER = '(\\d+(?:\\.\\d+)?)'
const RANGE = `${NUMBER}\\s*[～~—–-]\\s*${NUMBER}\\s*`
const UPPER_BOUND = `(?:不超过|不多于|最多|至多)\\s*${NUMBER}\\s*`
const LOWER_BOUND = `(?:不少于|至少|最少)\\s*${NUMBER}\\s*`

interface Counted {
  readonly types: readonly string[]
  readonly least: string
  readonly most: string
  /** Words for what is counted, as a pattern. */
  readonly unit: (own: string | undefined) => string
}

const COUNTED: readonly Counted[] = [
  {
    types: ['string'],
    least: 'minLength',
    most: 'maxLength',
    unit: () => '个?(?:字符|字|位)(?![节段小数])',
  },
  {
    types: ['array'],
    least: 'minItems',
    most: 'maxItems',
    unit: () => '(?:个|项|张|份|条|人)(?![字月小工])',
  },
  {
    types: ['number', 'integer'],
    least: 'minimum',
    most: 'maximum',
    unit: (own) => `(?:${(own ?? '').replace(/[^\w\s]/g, '\\$&')})?(?=$|[，。；、）])`,
  },
]

/** By the first of each way to say it. */
function promisedBy(help: string, unit: string): Promised {
  const find = (written: string) => new RegExp(written).exec(help)
  const range = find(RANGE + unit)
  if (range) return { least: Number(range[1]), most: Number(range[2]) }
  const most = find(UPPER_BOUND + unit) ?? find(`${NUMBER}\\s*${unit}以内`)
  const least = find(LOWER_BOUND + unit) ?? find(`${NUMBER}\\s*${unit}以上`)
  return { ...(most ? { most: Number(most[1]) } : {}), ...(least ? { least: Number(least[1]) } : {}) }
}

export function checkHelpLimits(
  context: Context,
  document: Document<{ readonly fields: { readonly properties: Readonly<Record<string, unknown>> } }>,
  form: FormModel,
): void {
  for (const { name, title, schema } of form.fields) {
    const raw = document.value.fields.properties[name] as Raw | undefined
    if (raw) check(context, document, ['fields', 'properties', name], title, schema, raw)
  }
}

function check(
  context: Context,
  document: Document,
  path: Path,
  title: string,
  schema: JsonSchema,
  raw: Raw,
): void {
  const types: readonly unknown[] = [schema.type].flat()
  const help = raw['x-help']
  const counted = COUNTED.find((one) => one.types.some((type) => types.includes(type)))
  if (typeof help !== 'string' || !counted) return
  const promised = promisedBy(help, counted.unit(raw['x-unit'] as string | undefined))
  report(counted.most, '最多', promised.most, (limit, stated) => stated > limit)
  report(counted.least, '最少', promised.least, (limit, stated) => stated < limit)

  function report(
    key: string,
    word: string,
    stated: number | undefined,
    isRefused: (limit: number, stated: number) => boolean,
  ): void {
    const limit = schema[key]
    if (stated === undefined || typeof limit !== 'number' || !isRefused(limit, stated)) return
    context.report(document, [...path, Object.hasOwn(raw, key) ? key : 'x-help'], {
      slug: 'help_limit',
      message: `“${title}”的说明为“${help}”，实际${word} ${limit}（${key}）：请改为一致`,
      found: String(limit),
      expected: String(stated),
    })
  }
}
