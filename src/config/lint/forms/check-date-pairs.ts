// Checks that a form does not ask for an end before its beginning; the titles say which is which.

import type { Context } from '#config/load/context.ts'
import type { Document, Path } from '#config/load/document.ts'
import { hasProblemAt } from '#config/load/has-problem-at.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import { type FormRule, rulesOf } from '#shared/validation/form-rules.ts'

const BEGINS = /开始|起始|开工|启动|自(?=$|日)|起(?=$|日)/
const ENDS = /结束|终止|截止|竣工|到期|届满|止(?=$|日)|至(?=$|日)/
/** Words of a title that are common to all dates. */
const OF_A_DAY = /日期|时间|时刻|日$/g

interface Titled {
  readonly name: string
  readonly title: string
}

/** The fields that a rule applies to, and their location. */
interface RuleScope {
  readonly rules: readonly FormRule[]
  readonly around: Path
  readonly fields: readonly Titled[]
}

export function checkDatePairs(context: Context, document: Document, form: FormModel): void {
  const around: Path = ['fields', 'properties']
  for (const scope of [
    { rules: rulesOf(form.schema), around, fields: form.fields },
    ...innerOf(form, around),
  ])
    for (const rule of scope.rules) checkPair(context, document, scope, rule)
}

function innerOf(form: FormModel, around: Path): RuleScope[] {
  return rulesOf(form.schema).flatMap((rule) => {
    const field = form.fields.find(({ name }) => name === rule.field)
    if (rule.kind !== 'inner' || !field) return []
    const rows = field.schema.items as { readonly properties?: object } | undefined
    const properties = (rows?.properties ?? field.schema.properties ?? {}) as Readonly<
      Record<string, { readonly title?: string }>
    >
    const fields = Object.entries(properties).map(([name, { title = name }]) => ({ name, title }))
    const path = [...around, rule.field, ...(rows?.properties ? ['items'] : []), 'properties']
    return [{ rules: rule.rules, around: path, fields }]
  })
}

/** Returns the subject that the titles of both dates share. */
const toSubject = (title: string, side: RegExp): string => title.replace(side, '').replace(OF_A_DAY, '')

const isPair = (begin: string, end: string): boolean =>
  BEGINS.test(begin) && ENDS.test(end) && toSubject(begin, BEGINS) === toSubject(end, ENDS)

function checkPair(
  context: Context,
  document: Document,
  { around, fields }: RuleScope,
  rule: FormRule,
): void {
  if (rule.kind !== 'date' || !('field' in rule.bound)) return
  const { bound, relation } = rule
  const titleOf = (name: string) => fields.find((field) => field.name === name)?.title ?? ''
  const [own, other] = [titleOf(rule.field), titleOf(bound.field)]
  const isUpper = relation === 'after' || relation === 'notBefore'
  if (isUpper ? !isPair(own, other) : !isPair(other, own)) return
  const path = [...around, rule.field, 'x-date', relation]
  // A contradiction of the calendar is reported already.
  if (hasProblemAt(context, document, path)) return
  const expected = TURNED[relation]
  context.report(document, path, {
    slug: 'date_reversed',
    warning: true,
    message: `“${own}”要${isUpper ? '不早' : '不晚'}于“${other}”，开始与结束写反了：请写 ${expected}`,
    found: relation,
    expected,
    key: true,
  })
}

const TURNED = { after: 'before', notBefore: 'notAfter', before: 'after', notAfter: 'notBefore' } as const
