// Compiles form pages: the form, its submission and its receipt.

import { checkDraftTexts, checkOneTimeResults } from '#config/compile/actions/check-receipt.ts'
import { given } from '#config/compile/common/given.ts'
import { recordTypeOf } from '#config/compile/fields/record-type.ts'
import { checkAnswered } from '#config/compile/links/check-item-type.ts'
import { checkReceiptFollowed } from '#config/compile/links/check-link-target.ts'
import { checkSiblingType } from '#config/compile/links/check-matching-type.ts'
import type { PagePlace } from '#config/compile/links/compile-context.ts'
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
import { Place } from '#config/load/place.ts'
import { placeholdersOf } from '#shared/expressions/placeholder.ts'
import type { Lifecycle, LifecycleState, StateReceipt } from '#shared/lifecycles/lifecycle.ts'
import type { FormModel } from '#shared/model/content-model.ts'
import type { Operation } from '#shared/model/operation-model.ts'
import type { PageBase } from '#shared/model/page-model.ts'
import type { FormPage } from '#shared/model/pages/form.ts'

export const KIND: PageKindFile<FormPage, WrittenFormPage> = {
  roots: () => ['query', 'params', 'user', 'form'],
  compile,
}

/** Checks that the pages of the agreement exist and can be read. */
function checkAgreement({ context, compilation, access = [] }: PagePlace, id: string): void {
  const document = context.of('form').get(id)
  // Of a part of a portal nothing can be said of pages that are elsewhere.
  if (!document || sitePage(context, 'login') === undefined) return
  const here = new Place(context, document)
  const { agreement, sensitive } = document.value
  for (const [key, written] of Object.entries({ agreement, sensitive }))
    if (written) checkAgreementReaders(here.at(key, 'page'), access, written.page, compilation.pages)
  for (const [index, { page }] of (agreement?.also ?? []).entries())
    checkAgreementReaders(here.at('agreement', 'also', index, 'page'), access, page, compilation.pages)
}

/** Checks that the page of a file's template exists, and that the users of the form may open it. */
function checkTemplates({ context, compilation, access = [] }: PagePlace, { id, inputs }: FormModel): void {
  const document = context.of('form').get(id) ?? context.of('content').get(id)
  if (!document) return
  const here = new Place<unknown>(context, document, ['fields', 'properties'])
  for (const [name, { options }] of Object.entries(inputs)) {
    const { template } = (options ?? {}) as { readonly template?: { readonly page: string } }
    const at = here.at(name, 'x-options', 'template', 'page')
    if (template) checkAgreementReaders(at, access, template.page, compilation.pages)
  }
}

/** Checks the loaded data: they have the type of the form, or determine the form. */
function checkLoaded(
  at: PagePlace,
  load: string | undefined,
  submit: string,
  written: WrittenFormPage,
): void {
  const { form = '', choice } = written
  const { operations, contentTypes } = at.compilation
  const loaded = operations.get(load ?? '')
  const submitted = operations.get(submit)?.content
  if (load === undefined && submitted?.action === 'update')
    at.at('submit').report('load_missing', { found: submit, expected: 'load' })
  if (!loaded) return
  const { content, result } = loaded
  if (submitted?.action === 'add' && content?.action === 'info' && submitted.type === content.type)
    at.at('submit').report('submit_adds', { found: submit, expected: `${submitted.type}.update` })
  const own = contentTypes.get(form)
  if (own && content && content.type !== form)
    at.at('load').report('load_other_type', { found: load ?? '', expected: form, load, own })
  const answered = result?.properties as object | undefined
  if (choice && answered)
    for (const key of ['by', 'values'] as const)
      at.at('choice', key).expect(Object.keys(answered), choice[key], 'field_unknown.result', { load })
}

/** Before the page is shown nothing is filled in; the call about an earlier submission is made once it is. */
function checkFormNames(at: PagePlace, form: FormModel, written: WrittenFormPage): void {
  const fieldNames = form.steps.flatMap(({ fields }) => fields)
  for (const key of ['load', 'check'] as const) {
    const source = written[key]
    for (const [name, value] of Object.entries(typeof source === 'object' ? (source.params ?? {}) : {}))
      for (const path of typeof value === 'string' ? placeholdersOf(value) : []) {
        const [root, field = ''] = path.split('.')
        if (root !== 'form') continue
        const here = at.at(key, 'params', name)
        if (key === 'load') here.report('placeholder_root.load', { found: 'form', path })
        else here.expect(fieldNames, field, 'placeholder_field.form', { form, path })
      }
  }
}

const RUNNING = '正在办理，请不要关闭页面'

type WrittenReceipt = NonNullable<WrittenFormPage['receipt']>

function compileLinks(at: PagePlace, written: NonNullable<WrittenFormPage['links']>) {
  return written.flatMap(({ label, link }, index) => {
    const compiled = compileLink(at.at(index, 'link'), link)
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
function receiptFields(at: PagePlace, operation: Operation | undefined, facts: WrittenReceipt['facts']) {
  const type = at.compilation.contentTypes.get(operation?.content?.type ?? '')
  const record = type ?? (operation ? recordTypeOf(at.context, operation) : undefined)
  const states = record?.fields.find(({ name }) => name === 'status')?.dict
  return {
    ...(facts ? { facts: compileColumns(at.at('facts').with({ record }), facts) } : {}),
    ...(states ? { states } : {}),
  }
}

/** Returns true if the operation's result signs in the caller. */
const opensSession = ({ result }: Operation): boolean =>
  Object.hasOwn((result?.properties ?? {}) as object, 'token')

function compile({ at, written, base }: PageInput<WrittenFormPage>): FormPage | null {
  const { forms, operations, contentTypes, pages } = at.compilation
  const id = written.form ?? ''
  const whole = at.at('form').find('form', '表单', id, forms)
  const submit = whole && compileSource(at.at('submit'), written.submit)
  const submitted = operations.get(submit?.operation ?? '')
  if (!whole || !submit || !submitted) return null
  const form = withoutPresetFields(whole, base.params, Object.keys(submitted.content?.fixed ?? {}))
  checkAgreement(at, id)
  checkTemplates(at, form)
  const load = compileSource(at.at('load'), written.load)
  const update = compileSource(at.at('update'), written.update)
  const edited = contentTypes.get(operations.get(update?.operation ?? '')?.content?.type ?? '')
  const check = compileSource(at.at('check'), written.check)
  const submittedType = submitted.content?.type
  checkSiblingType(at.at('check'), submittedType, check?.operation)
  checkFormNames(at, form, written)
  checkLoaded(at, load?.operation, submit.operation, written)
  const here = at.at('receipt')
  const follow = compileLink(toAnsweredContext(here.at('follow'), submit.operation), written.receipt?.follow)
  checkAnswered(here.at('follow'), follow, submittedType)
  checkPlaceholders(toAnsweredContext(at.at('notice'), load?.operation), written.notice)
  const receipt: WrittenReceipt = written.receipt ?? { title: '提交成功', next: '我们已收到您的提交。' }
  checkSubmission(at.at('submit'), form, written.submit, written.choice?.values)
  checkSubmission(at.at('update'), form, written.update, written.choice?.values)
  checkFormAccess(at, base.access, submitted)
  if (receipt.followLabel !== undefined && receipt.follow === undefined)
    here.at('followLabel').report('follow_label', { found: receipt.followLabel, expected: 'follow' })
  checkSmsPurpose(at.context, form, submitted)
  checkReceiptFollowed(here.at('follow'), submitted.access, pages.get(follow?.page ?? ''))
  checkOneTimeResults(at, written, submitted)
  checkDraftTexts(here, submit, submitted, { ...receipt })
  checkDraftTexts(at, submit, submitted, { submitLabel: written.submitLabel })
  if (written.then === 'sign-in' && !opensSession(submitted))
    at.at('then').report('then_sign_in', { found: 'sign-in', expected: 'receipt, sign-out', submitted })
  if (submit.method !== 'POST') at.at('submit').report('submit_method', { submit })
  return {
    ...base,
    kind: 'form',
    form,
    submit,
    ...given({ load, update, check }),
    draft: written.draft ?? false,
    ...given({ intro: written.intro, notice: written.notice }),
    ...compileChoice(at.at('choice'), written.choice),
    ...compileRefusals(at.at('refusals'), written.refusals, submittedType),
    receipt: {
      title: receipt.title,
      next: receipt.next,
      ...given({ follow, followLabel: receipt.followLabel, againLabel: receipt.againLabel }),
      ...receiptFields(here, submitted, receipt.facts),
      ...toSavedMessages(edited?.lifecycle),
      ...(at.document.isMade && update ? toEditedMessages(edited?.lifecycle) : {}),
      ...toSubmittedMessages(edited?.lifecycle),
    },
    ...handingInAgain(edited?.lifecycle),
    // biome-ignore lint/suspicious/noThenProperty: a word of the language; its value is never a function
    then: written.then ?? 'receipt',
    review: written.review ?? (form.steps.length > 1 && base.surface !== 'console'),
    ...(written.confirm ? { confirm: { running: RUNNING, ...written.confirm } } : {}),
    ...given({ submitLabel: written.submitLabel }),
    ...(written.links ? { links: compileLinks(at.at('links'), written.links) } : {}),
    ...(written.ways ? { ways: compileFormVariants(at.at('ways'), written.ways, written.form) } : {}),
  }
}

/** Returns the lifecycle's messages after an edit, by the state in which it leaves the item. */
function toSavedMessages(lifecycle: Lifecycle | undefined): Pick<FormPage['receipt'], 'saved'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, { saved, edited }]) =>
    saved ? [[name, { ...saved, ...(edited ? { waiting: true } : {}) }] as const] : [],
  )
  return messages.length > 0 ? { saved: Object.fromEntries(messages) } : {}
}

/**
 * Returns the messages after an edit of another owner's item that took effect at once, by the item's state. Where
 * what is approved is edited beside it, `saved` says so.
 */
function toEditedMessages(lifecycle: Lifecycle | undefined): Pick<FormPage['receipt'], 'edited'> {
  const messages = Object.entries(lifecycle?.states ?? {}).flatMap(([name, state]) => {
    if (state.gone || (state.edited && lifecycle?.editors)) return []
    return [[name, toEditedMessage(state)] as const]
  })
  return messages.length > 0 ? { edited: Object.fromEntries(messages) } : {}
}

function toEditedMessage({ title, stage, ...state }: LifecycleState): StateReceipt {
  if (state.public) return { title: '修改已保存', next: '内容是公开的，修改立即生效。' }
  const now = stage ? `正在等待${stage}` : `当前状态为“${title}”`
  return { title: `修改已保存，${now}`, next: '内容未公开，可在审阅页继续办理。' }
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
