// Compiles form pages: the form, its submission and its receipt.

import { checkDraftTexts, checkOneTimeResults } from '#config/compile/actions/check-receipt.ts'
import { isField } from '#config/compile/common/find-field.ts'
import { given } from '#config/compile/common/given.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { checkAnswered } from '#config/compile/links/check-item-type.ts'
import { checkReceiptFollowed } from '#config/compile/links/check-link-target.ts'
import { checkSiblingType } from '#config/compile/links/check-matching-type.ts'
import type { PageContext } from '#config/compile/links/compile-context.ts'
import { compileLink } from '#config/compile/links/compile-link.ts'
import { checkPlaceholders, compileSource } from '#config/compile/links/compile-source.ts'
import {
  checkAgreementReaders,
  checkFormAccess,
} from '#config/compile/pages/form-pages/check-form-readers.ts'
import { checkSmsPurpose } from '#config/compile/pages/form-pages/check-sms-purpose.ts'
import { checkSubmission } from '#config/compile/pages/form-pages/check-submission-fields.ts'
import {
  compileChoice,
  compileRefusals,
  toAnsweredContext,
} from '#config/compile/pages/form-pages/form-choice.ts'
import { compileFormVariants } from '#config/compile/pages/form-pages/form-variants.ts'
import type { PageInput, PageKindFile } from '#config/compile/pages/page-kind.ts'
import { compileColumns } from '#config/compile/pages/parts/compile-parts.ts'
import { sitePage } from '#config/compile/site/compile-site.ts'
import type { WrittenFormPage } from '#config/generated/written.ts'
import { Place, placeAt } from '#config/load/place.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Lifecycle } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { PageBase } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

export const KIND: PageKindFile<FormPage, WrittenFormPage> = {
  roots: () => ['query', 'params', 'user', 'form'],
  compile,
}

/** Checks that the pages of the agreement exist and can be read. */
function checkAgreement({ compilation: { context, pages }, access = [] }: PageContext, id: string): void {
  const document = context.of('form').get(id)
  // Of a part of a portal nothing can be said of pages that are elsewhere.
  if (!document || sitePage(context, 'login') === undefined) return
  const here = new Place(context, document)
  const { agreement, sensitive } = document.value
  for (const [key, written] of Object.entries({ agreement, sensitive }))
    if (written) checkAgreementReaders(here.at(key, 'page'), access, written.page, pages)
  for (const [index, { page }] of (agreement?.also ?? []).entries())
    checkAgreementReaders(here.at('agreement', 'also', index, 'page'), access, page, pages)
}

/** Checks that the page of a file's template exists, and that the users of the form may open it. */
function checkTemplates(
  { compilation: { context, pages }, access = [] }: PageContext,
  { id, inputs }: FormModel,
): void {
  const document = context.of('form').get(id) ?? context.of('content').get(id)
  if (!document) return
  for (const [name, { options }] of Object.entries(inputs)) {
    const { template } = (options ?? {}) as { readonly template?: { readonly page: string } }
    const path = ['fields', 'properties', name, 'x-options', 'template', 'page']
    if (template)
      checkAgreementReaders(new Place<unknown>(context, document, path), access, template.page, pages)
  }
}

/** Checks the loaded data: they have the type of the form, or determine the form. */
function checkLoaded(
  { compilation, document }: PageContext,
  load: string | undefined,
  submit: string,
  form: string,
  choice: WrittenFormPage['choice'],
): void {
  const loaded = compilation.operations.get(load ?? '')
  const submitted = compilation.operations.get(submit)?.content
  if (load === undefined && submitted?.action === 'update')
    compilation.context.report(document, ['submit'], {
      slug: 'load_missing',
      message: `“${submit}”用于修改已有内容，页面却没有用 load 读取，保存会丢失原内容：请写 load`,
      found: submit,
      expected: 'load',
    })
  if (!loaded) return
  if (
    submitted?.action === 'add' &&
    loaded.content?.action === 'info' &&
    submitted.type === loaded.content.type
  )
    compilation.context.report(document, ['submit'], {
      slug: 'submit_adds',
      message: `页面用于修改已有内容，“${submit}”却会新增一条：请改用修改操作`,
      found: submit,
      expected: `${submitted.type}.update`,
    })
  const own = compilation.contentTypes.get(form)
  if (own && loaded.content && loaded.content.type !== form)
    compilation.context.report(document, ['load'], {
      slug: 'load_other_type',
      message: `“${load}”读取的不是“${own.title}”，与表单不符：请改用 ${form} 的操作`,
      found: load ?? '',
      expected: form,
    })
  const answered = loaded.result?.properties as object | undefined
  for (const key of ['by', 'values'] as const)
    if (choice && answered) {
      const at = placeAt({ compilation, document }, ['choice', key])
      isField(at, Object.keys(answered), choice[key], `“${load}”的结果没有“${choice[key]}”`)
    }
}

/** Before the page is shown nothing is filled in; the call about an earlier submission is made once it is. */
function checkFormNames(place: PageContext, form: FormModel, written: WrittenFormPage): void {
  const fieldNames = form.steps.flatMap(({ fields }) => fields)
  for (const key of ['load', 'check'] as const) {
    const source = written[key]
    for (const [name, value] of Object.entries(typeof source === 'object' ? (source.params ?? {}) : {}))
      for (const path of typeof value === 'string' ? placeholdersOf(value) : []) {
        const [root, field = ''] = path.split('.')
        if (root !== 'form') continue
        const at = [key, 'params', name]
        if (key === 'load')
          place.compilation.context.report(place.document, at, {
            slug: 'placeholder_root',
            message: `读取内容时表单尚未填写，“{${path}}”始终为空：请改用页面参数，例如 {query.id}`,
            found: 'form',
          })
        else if (!fieldNames.includes(field))
          place.compilation.context.report(place.document, at, {
            slug: 'placeholder_field',
            message: `表单“${form.title}”没有字段“${field}”，占位符“{${path}}”始终为空`,
            found: field,
            known: fieldNames,
          })
      }
  }
}

const RUNNING = '正在办理，请不要关闭页面'

type WrittenReceipt = NonNullable<WrittenFormPage['receipt']>

function compileLinks(place: PageContext, written: NonNullable<WrittenFormPage['links']>) {
  return written.flatMap(({ label, link }, index) => {
    const compiled = compileLink(place, ['links', index, 'link'], link)
    return compiled ? [{ label, link: compiled }] : []
  })
}

/** Returns the form without the fields that a required parameter of the address or the call itself fills in. */
function withoutPresetFields(
  form: FormModel,
  params: PageBase['params'],
  fixed: readonly string[],
): FormModel {
  const isRequested = (name: string) => params[name]?.required !== true && !fixed.includes(name)
  const steps = form.steps.map((step) => ({ ...step, fields: step.fields.filter(isRequested) }))
  return { ...form, steps: steps.filter(({ fields }) => fields.length > 0) }
}

/** Returns the facts of the receipt, and the dictionary of the state that the result names. */
function receiptFields(place: PageContext, submitted: string, facts: WrittenReceipt['facts']) {
  const operation = place.compilation.operations.get(submitted)
  const type = place.compilation.contentTypes.get(operation?.content?.type ?? '')
  const record = type ?? (operation ? recordTypeOf(place.compilation.context, operation) : undefined)
  const states = record?.fields.find(({ name }) => name === 'status')?.dict
  return {
    ...(facts ? { facts: compileColumns(place, ['receipt', 'facts'], record, facts) } : {}),
    ...(states ? { states } : {}),
  }
}

/** Returns true if the operation's result signs in the caller. */
const opensSession = ({ result }: Operation): boolean =>
  Object.hasOwn((result?.properties ?? {}) as object, 'token')

function compile({ around: place, written, base }: PageInput<WrittenFormPage>): FormPage | null {
  const { compilation, document } = place
  const id = written.form ?? ''
  const whole = placeAt(place, ['form']).find('form', '表单', id, compilation.forms)
  if (!whole) return null
  const submit = compileSource(place, ['submit'], written.submit)
  if (!submit) return null
  const fixed = compilation.operations.get(submit.operation)?.content?.fixed ?? {}
  const form = withoutPresetFields(whole, base.params, Object.keys(fixed))
  checkAgreement(place, id)
  checkTemplates(place, form)
  const load = compileSource(place, ['load'], written.load)
  const update = compileSource(place, ['update'], written.update)
  const edited = compilation.contentTypes.get(
    compilation.operations.get(update?.operation ?? '')?.content?.type ?? '',
  )
  const check = compileSource(place, ['check'], written.check)
  const submittedType = compilation.operations.get(submit.operation)?.content?.type
  checkSiblingType(place, ['check'], submittedType, check?.operation)
  checkFormNames(place, form, written)
  checkLoaded(place, load?.operation, submit.operation, id, written.choice)
  const answered = toAnsweredContext(place, submit.operation)
  const follow = compileLink(answered, ['receipt', 'follow'], written.receipt?.follow)
  checkAnswered(place, ['receipt', 'follow'], follow, submittedType)
  checkPlaceholders(toAnsweredContext(place, load?.operation), ['notice'], written.notice)
  const receipt = written.receipt ?? { title: '提交成功', next: '我们已收到您的提交。' }
  const submitted = compilation.operations.get(submit.operation)
  checkSubmission(place, ['submit'], form, written.submit, written.choice?.values)
  checkSubmission(place, ['update'], form, written.update, written.choice?.values)
  if (submitted) checkFormAccess(placeAt(place, []), base.access, submitted)
  if (written.receipt?.followLabel !== undefined && written.receipt.follow === undefined)
    compilation.context.report(document, ['receipt', 'followLabel'], {
      slug: 'follow_label',
      message: `写了按钮文字“${written.receipt.followLabel}”（followLabel），却没有写 follow，按钮不会显示：请写 follow，或去掉 followLabel`,
      found: written.receipt.followLabel,
      expected: 'follow',
    })
  checkSmsPurpose(compilation.context, form, submitted)
  if (submitted)
    checkReceiptFollowed(
      placeAt(place, ['receipt', 'follow']),
      base.access,
      submitted.access,
      compilation.pages.get(follow?.page ?? ''),
    )
  checkOneTimeResults(place, written, submitted)
  checkDraftTexts(place, ['receipt'], submit, submitted, receipt)
  checkDraftTexts(place, [], submit, submitted, { submitLabel: written.submitLabel })
  if (written.then === 'sign-in' && submitted && !opensSession(submitted))
    compilation.context.report(document, ['then'], {
      slug: 'then_sign_in',
      message: `提交后须登录（then），操作“${submitted.id}”却不返回登录凭证（token）：请换用返回凭证的操作，或改用 receipt、sign-out`,
      found: 'sign-in',
      expected: 'receipt, sign-out',
    })
  if (submit.method !== 'POST')
    compilation.context.report(document, ['submit'], {
      slug: 'submit_method',
      message: `提交操作“${submit.operation}”应为 POST`,
    })
  return {
    ...base,
    kind: 'form',
    form,
    submit,
    ...given({ load, update, check }),
    draft: written.draft ?? false,
    ...given({ intro: written.intro, notice: written.notice }),
    ...compileChoice(place, written.choice),
    ...compileRefusals(place, written.refusals, submittedType),
    receipt: {
      title: receipt.title,
      next: receipt.next,
      ...(follow ? { follow } : {}),
      ...(written.receipt?.followLabel ? { followLabel: written.receipt.followLabel } : {}),
      ...(written.receipt?.againLabel ? { againLabel: written.receipt.againLabel } : {}),
      ...receiptFields(place, submit.operation, written.receipt?.facts),
      ...toSavedMessages(edited?.lifecycle),
      ...toSubmittedMessages(edited?.lifecycle),
    },
    ...handingInAgain(edited?.lifecycle),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; its value is never a function
    then: written.then ?? 'receipt',
    review: written.review ?? form.steps.length > 1,
    ...(written.confirm ? { confirm: { running: RUNNING, ...written.confirm } } : {}),
    ...(written.submitLabel ? { submitLabel: written.submitLabel } : {}),
    ...(written.links ? { links: compileLinks(place, written.links) } : {}),
    ...(written.ways ? { ways: compileFormVariants(place, written.ways, written.form) } : {}),
  }
}

/** Returns the lifecycle's messages after an edit, by the state in which it leaves the item. */
function toSavedMessages(lifecycle: Lifecycle | undefined): Pick<FormPage['receipt'], 'saved'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { saved, edited }]) =>
    saved ? [[name, { ...saved, ...(edited ? { waiting: true } : {}) }] as const] : [],
  )
  return messages.length > 0 ? { saved: Object.fromEntries(messages) } : {}
}

/** Returns the lifecycle's messages after an edit that submitted the item, by the state before it. */
function toSubmittedMessages(lifecycle: Lifecycle | undefined): Pick<FormPage['receipt'], 'submitted'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { submitted }]) =>
    submitted ? [[name, submitted] as const] : [],
  )
  return messages.length > 0 ? { submitted: Object.fromEntries(messages) } : {}
}

/** Returns the states whose items an edit submits again, each with the title of the transition. */
function handingInAgain(lifecycle: Lifecycle | undefined): Pick<FormPage, 'again'> {
  const steps = (lifecycle?.transitions ?? []).filter(({ afterEdit }) => afterEdit)
  const titles = steps.flatMap(({ from, title }) => from.map((state) => [state, title] as const))
  return titles.length > 0 ? { again: Object.fromEntries(titles) } : {}
}
