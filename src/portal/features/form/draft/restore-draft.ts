// Fits a draft to the present form.
import type { FormModel } from '#shared/model/content-model.ts'
import type { FormData } from '#shared/validation/visible-fields.ts'
import type { Draft } from './draft-store.ts'
import { carryOver, explainChanges, SECRET_INPUTS } from './form-changes.ts'

export function draftData(form: FormModel, data: FormData): FormData {
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => !SECRET_INPUTS.has(form.inputs[name]?.widget ?? '')),
  )
}

export interface RestoredDraft {
  readonly data: FormData
  /** The answers for which the form has no field any more. */
  readonly unasked: FormData
  /** The changes of the form since the draft was saved. */
  readonly changes: readonly string[]
  /** A notice about the draft. Set if another version of the form wrote the draft and the changes are unknown. */
  readonly notice: string | undefined
}

/** Keeps what the form still asks for, and says what of the form has changed. */
export function restoreDraft(form: FormModel, draft: Draft): RestoredDraft {
  const { data, unasked } = carryOver(form, draft.data)
  const changes = draft.outline ? explainChanges(draft.outline, form, draft.data) : []
  const isKnown = draft.outline !== undefined || draft.version === form.version
  if (isKnown) return { data, unasked, changes, notice: undefined }
  const unusedCount = Object.keys(unasked).length
  const rest = unusedCount > 0 ? `有 ${unusedCount} 项内容已不再需要，其余已保留` : '已填内容均已保留'
  return { data, unasked, changes, notice: `保存草稿之后表单有更新，${rest}，请逐项核对。` }
}
